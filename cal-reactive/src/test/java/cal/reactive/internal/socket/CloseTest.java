package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.transport.ReadySet;
import cal.reactive.internal.transport.Registration;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CloseTest extends LoopFixture {
  /**
   * A look costs more, the more clients are ready: with one at each close, a server that closes
   * each connection after its answer would do little else.
   */
  @Test
  void shouldCloseAnAcceptedConnectionWithoutALookOfTheSelector() throws Exception {
    Loops loops = loops(1);
    Loop loop = loops.place();
    ServerSocket listener = listen(sockets(loops));
    CompletableFuture<Socket> accepting = on(loop, listener::accept);
    Socket client = connect(listener);
    Socket accepted = closing(get(accepting));
    CompletableFuture<Integer> joined = on(loop, () -> accepted.getInputStream().read());
    eventually("it waits", () -> ((LoopSocket) accepted).connection().registration() != null);
    client.getOutputStream().write(1);
    assertThat(get(joined)).isEqualTo(1);

    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> turn =
        on(
            loop,
            () -> {
              busy.countDown();
              return keepBusyUntil(release);
            });
    await(busy, "a turn that keeps the loop from looking");
    client.getOutputStream().write(2);
    CountDownLatch looks = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    CompletableFuture<Void> look =
        elsewhere(
            () -> {
              while (looks.getCount() > 0) {
                loop.poll(
                    new ReadySet() {
                      @Override
                      public void add(Registration registration, int ready) {
                        looks.countDown();
                        keepBusyUntil(closed);
                      }
                    });
              }
              return null;
            });
    await(looks, "a look that finds the client ready");
    get(
        elsewhere(
            () -> {
              accepted.close();
              return null;
            }));
    closed.countDown();
    release.countDown();
    get(look);
    assertThat(get(turn)).isTrue();
    assertThat(accepted.isClosed()).isTrue();
  }
}
