package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServerProcessTest {
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
        .hasMessageStartingWith("cannot start /no/such/java");
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
  void shouldTellOfABadEnd() throws Exception {
    try (ServerProcess server =
        ServerProcess.start(
            shell(
                "trap 'echo lost a frame >&2; exit 7' TERM; echo listening on 127.0.0.1:99;"
                    + " while :; do sleep 0.1; done"))) {
      assertThat(server.stop()).isEqualTo("exit status 7 after SIGTERM: lost a frame");
    }
  }

  private static List<String> shell(String script) {
    return List.of("sh", "-c", script);
  }
}
