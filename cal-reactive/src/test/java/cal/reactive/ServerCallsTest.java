package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ServerCalls;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Event loops reach the server's own objects in few places, each with its reason. */
class ServerCallsTest {
  private static final Map<String, List<String>> PLACES =
      Map.of(
          // The worker that runs the steps.
          "the binding's awaits(..)", List.of("LoopStep"),
          // A socket of the JDK, below one of CAL's own.
          "a stream's available()", List.of("ClientConnection", "Connection"));

  @Test
  void shouldReachTheServerInNamedPlacesAlone() throws Exception {
    assertThat(ServerCalls.in(Path.of("target/classes"))).isEqualTo(PLACES);
  }
}
