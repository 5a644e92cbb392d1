package cal.bench.rough;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.load.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class StoppedClientsTest {
  @Test
  void shouldSayThatAnAnswerWasWrong() throws Exception {
    try (TestServer server =
            new TestServer(
                (socket, in, out) -> out.writeInt(~TestServer.checksum(TestServer.frame(in))));
        StoppedClients clients =
            StoppedClients.start(server.address(), 1, 64, Duration.ofSeconds(1))) {
      StoppedClients.End end = clients.end();

      assertThat(end.wrong()).as(end.toString()).isTrue();
      assertThat(end.complaint()).hasValueSatisfying(what -> assertThat(what).contains("status 1"));
    }
  }

  @Test
  void shouldTellAWrongAnswerFromAnyOtherEnd() {
    assertThat(StoppedClients.End.of(0, "").complaint()).isEmpty();
    assertThat(StoppedClients.End.of(0, "").wrong()).isFalse();
    assertThat(StoppedClients.End.of(1, "got 0x\n").complaint()).hasValue("exit status 1: got 0x");
    assertThat(StoppedClients.End.of(137, "").wrong()).as("killed").isFalse();
  }
}
