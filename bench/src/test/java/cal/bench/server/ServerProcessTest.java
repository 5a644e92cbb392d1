package cal.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import cal.bench.Processes;
import cal.cli.server.ServerProcess;
import cal.cli.support.Failure;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ServerProcessTest {
  private static final String SLEEPS = "echo listening on 127.0.0.1:99; exec sleep 1000";

  @Test
  void shouldPassOnWhyAServerDidNotStart() {
    assertThatThrownBy(() -> ServerProcess.start(shell("echo 'no such store' >&2; exit 2")))
        .isInstanceOf(Failure.class)
        .hasMessage("the server did not start: no such store")
        .extracting(failure -> ((Failure) failure).status())
        .isEqualTo(2);
  }

  @Test
  void shouldNameAProgramThatIsNotThere() {
    assertThatThrownBy(() -> ServerProcess.start(List.of("/no/such/java")))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("/no/such/java");
  }

  @Test
  void shouldWaitForTheServerAndEndItBySigterm() throws Exception {
    try (ServerProcess server =
        ServerProcess.start(
            shell(
                "trap 'exit 143' TERM; echo listening on 127.0.0.1:99; while :; do sleep 0.1;"
                    + " done"))) {
      assertThat(server.address().getPort()).isEqualTo(99);
      assertThat(server.pid()).isPositive();
      assertThat(server.stop()).isNull();
    }
  }

  @Test
  void shouldTellWhereEachListenerOfAServerIs() throws Exception {
    try (ServerProcess server =
        ServerProcess.start(shell("echo files listening on 127.0.0.1:98; " + SLEEPS))) {
      assertThat(server.address().getPort()).isEqualTo(99);
      assertThat(server.address("files").getPort()).isEqualTo(98);
      assertThatThrownBy(() -> server.address("mail"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("mail is none of the listeners [files]");
    }
  }

  @Test
  void shouldHandOverEachComplaintOnce() throws Exception {
    try (ServerProcess server = ServerProcess.start(shell("echo a change >&2; " + SLEEPS))) {
      await("its complaint")
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(() -> assertThat(server.takeComplaints()).containsExactly("a change"));
      assertThat(server.takeComplaints()).isEmpty();
    }
  }

  @Test
  void shouldTellOfABadEnd() throws Exception {
    try (ServerProcess server =
        ServerProcess.start(
            shell(
                "trap 'echo lost a frame >&2; exit 7' TERM; echo listening on 127.0.0.1:99;"
                    + " while :; do sleep 0.1; done"))) {
      assertThat(server.stop()).isEqualTo("exit status 7 after SIGTERM: lost a frame");
    }
  }

  /** Linux ends a process that is to die with its parent when the thread that started it ends. */
  @Test
  void shouldOutliveTheThreadThatStartedIt() throws Exception {
    AtomicReference<ServerProcess> started = new AtomicReference<>();
    Thread starter = Thread.ofPlatform().start(() -> started.set(idle()));
    starter.join();
    ProcessHandle handle = ProcessHandle.of(started.get().pid()).orElseThrow();
    try (ServerProcess server = started.get()) {
      assertThat(ServerProcess.start(shell(SLEEPS)).stop()).as("another comes and goes").isNull();
      server.hold();
      server.goOn();
      assertThat(handle.isAlive()).isTrue();
    }
    await("closing it").atMost(Duration.ofMinutes(2)).until(() -> !Processes.isThere(handle.pid()));
  }

  /** Whatever becomes of the bench, and be they stopped. */
  @Test
  void shouldLeaveNobodyBehindWhenThisIsKilled() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/setpriv"))).isTrue();
    List<String> command = ServerProcess.java(System.getProperty("java.class.path"));
    command.add(Parent.class.getName());
    Process parent =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<Long> servers;
    try (BufferedReader said = parent.inputReader()) {
      servers = Stream.of(said.readLine().split(" ")).map(Long::valueOf).toList();
      assertThat(servers).hasSize(2).allMatch(Processes::isThere);
    } finally {
      parent.destroyForcibly();
    }
    await("its servers")
        .atMost(Duration.ofMinutes(2))
        .until(() -> servers.stream().noneMatch(Processes::isThere));
  }

  /** Has two servers, one of which is held, until it is killed. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] none) throws Exception {
      ServerProcess running = idle();
      ServerProcess held = idle();
      held.hold();
      System.out.println(running.pid() + " " + held.pid());
      Thread.currentThread().join();
    }
  }

  private static ServerProcess idle() {
    try {
      return ServerProcess.start(shell(SLEEPS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> shell(String script) {
    return List.of("sh", "-c", script);
  }
}
