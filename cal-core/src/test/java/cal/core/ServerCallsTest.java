package cal.core;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ServerCalls;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The core reaches the server's own objects in few places, each with its reason. */
class ServerCallsTest {
  private static final Map<String, List<String>> PLACES =
      Map.of(
          // The activity's own thread: in a drain after each step, for a model that asks, and where
          // late steps are refused.
          "the binding's awaits(..)",
              List.of("AttachedThread", "LoopActivity", "SheddingActivity", "SpawnedActivity"),
          // The activity's own thread, before its first step and after each further one.
          "the binding's listens(..)", List.of("SpawnedActivity"),
          // A socket of the JDK; the buffer, for awaits(..); the thread that reads.
          "a stream's available()", List.of("AwaitedSocket", "HeardInput", "NextInput"),
          // CAL's own parts; the activity's own thread, threads of a closer, and the thread that
          // switches a model, where the new one cannot start what waited in a queue.
          "a target's close()", List.of("SharedParts", "StagedActivity"),
          // Whose context it is; the parts of a call for another machine; see above.
          "a target", List.of("CapturedCall", "HandOff", "SpawnedActivity", "StagedActivity"),
          // The activity's own thread, and a helper that nobody waits for.
          "an object's toString()", List.of("Describer", "Ending", "StagedActivity"),
          // The thread that listens, also an activity's; threads of a closer; and helpers that
          // nobody waits for.
          "a listening socket",
              List.of("Engine", "FailedAccepts", "Listener", "Listeners", "Listening"),
          // The thread that has ended the activity.
          "the failure handler", List.of("Failures"));

  @Test
  void shouldReachTheServerInNamedPlacesAlone() throws Exception {
    assertThat(ServerCalls.in(Path.of("target/classes"))).isEqualTo(PLACES);
  }
}
