package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.spi.SocketProvider;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.transport.Transport;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A reader asked to end reads bytes that are still with its loop, which is busy. */
@ParameterizedClass
@EnumSource(names = {"NIO", "EPOLL", "IO_URING"})
class AskedInputTest extends LoopFixture {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  private Socket client;
  private Socket server;
  private volatile Thread reader;

  AskedInputTest(Transport transport) {
    super(transport);
  }

  @BeforeEach
  void connect() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    client = connect(listener);
    server = closing(listener.accept());
    loops.all().getFirst().execute(this::hold);
    await(held, "the loop's turn");
  }

  private void hold() {
    held.countDown();
    keepBusyUntil(release);
  }

  private CompletableFuture<Integer> read() throws Exception {
    CompletableFuture<Integer> read =
        elsewhere(
            () -> {
              reader = Thread.currentThread();
              return server.getInputStream().read();
            });
    eventually("it waits", () -> isWaiting(reader));
    return read;
  }

  private static boolean isWaiting(Thread thread) {
    return thread != null && thread.getState() == Thread.State.WAITING;
  }

  private void ask(CompletableFuture<Integer> read) throws Exception {
    boolean ends =
        ((SocketProvider.Telling) server)
            .endInput(
                () -> {
                  asked.countDown();
                  return true;
                });
    assertThat(ends).isTrue();
    eventually(
        "it waits again, or has ended",
        () -> read.isDone() || (asked.getCount() == 0 && isWaiting(reader)));
  }

  @Test
  void shouldReadAByteOnItsWay() throws Exception {
    CompletableFuture<Integer> read = read();
    client.getOutputStream().write(7);
    ask(read);
    release.countDown();
    assertThat(get(read)).isEqualTo(7);
  }

  @Test
  void shouldEndWithoutAByte() throws Exception {
    CompletableFuture<Integer> read = read();
    ask(read);
    release.countDown();
    assertThat(get(read)).isEqualTo(-1);
  }
}
