package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.contract.ModelFixture;
import cal.core.internal.admission.Gate;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Clients that nobody has accepted, as the system of this machine shows them. */
class BacklogTest {
  private static final int CLIENTS = 70;

  /** One that nobody passes while it is narrow. */
  private final Gate gate = new Gate(0);

  private boolean isNarrow() throws InterruptedException {
    Semaphore passed = new Semaphore(0);
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  gate.pass();
                  passed.release();
                });
    ModelFixture.eventually(
        "it passes or waits",
        () -> !thread.isAlive() || thread.getState() == Thread.State.TIMED_WAITING);
    boolean narrow = passed.availablePermits() == 0;
    thread.interrupt();
    thread.join();
    return narrow;
  }

  @Test
  void shouldSeeClientsThatWaitForLongerThanALook() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/net/tcp")), "Linux alone tells of them");
    InetAddress here = InetAddress.getLoopbackAddress();
    List<Socket> clients = new ArrayList<>();
    Backlog backlog = new Backlog(gate);
    try (ServerSocket listener = new ServerSocket(0, CLIENTS, here)) {
      Set<Integer> ports = Set.of(listener.getLocalPort());
      backlog.look(ports);
      backlog.look(ports);
      assertThat(isNarrow()).as("without clients").isFalse();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Socket(here, listener.getLocalPort()));
      }
      backlog.look(ports);
      assertThat(isNarrow()).as("after one look").isFalse();
      backlog.look(ports);
      assertThat(isNarrow()).as("after another").isTrue();
      backlog.look(Set.of());
      assertThat(isNarrow()).as("where nobody looks any more").isFalse();
      backlog.look(ports);
      backlog.look(ports);
      for (int i = 0; i < CLIENTS; i++) {
        listener.accept().close();
      }
      backlog.look(ports);
      assertThat(isNarrow()).as("after all were accepted").isFalse();
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  @Test
  void shouldSeeNobodyWhereTheSystemTellsNothing() {
    assertThat(Backlog.waiting(Path.of("/no/such/table"), Set.of(1))).isZero();
  }
}
