package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnQueueTest {
  private final List<String> ran = new ArrayList<>();

  private Runnable turn(String name) {
    return () -> ran.add(name);
  }

  private static void run(TurnQueue queue) {
    for (Runnable turn = queue.poll(); turn != null; turn = queue.poll()) {
      turn.run();
    }
  }

  /** Otherwise all messages of many clients are taken in before the first is answered. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRunAnActivityBehindTheTurnThatStartsIt(boolean alone) {
    TurnQueue queue = new TurnQueue(alone, () -> {});
    for (int i = 1; i <= 3; i++) {
      String client = " of " + i;
      queue.addOwn(
          () -> {
            ran.add("message" + client);
            queue.addFirst(turn("answer" + client));
          });
    }

    run(queue);

    assertThat(ran)
        .containsExactly(
            "message of 1",
            "answer of 1",
            "message of 2",
            "answer of 2",
            "message of 3",
            "answer of 3");
    assertThat(queue.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLetNeitherFirstStepsNorOtherTurnsWaitForAll(boolean alone) {
    TurnQueue queue = new TurnQueue(alone, () -> {});
    for (int i = 0; i < 3; i++) {
      queue.addFirst(turn("first"));
      queue.add(turn("other"));
    }

    run(queue);

    assertThat(ran).containsExactly("other", "first", "other", "first", "other", "first");
  }

  /** A turn that gives way comes again and again. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLetASiblingTakeFirstStepsBesideOthers(boolean alone) {
    TurnQueue queue = new TurnQueue(alone, () -> {});
    queue.addFirst(turn("first"));
    for (int i = 0; i < 2; i++) {
      queue.add(turn("other"));
      queue.pollShared().run();
    }
    assertThat(ran).containsExactly("other", "first");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLetASiblingTakeFirstSteps(boolean alone) {
    TurnQueue queue = new TurnQueue(alone, () -> {});
    queue.addFirst(turn("first"));

    assertThat(queue.isEmpty()).isFalse();
    assertThat(queue.pollShared()).isNotNull();
    assertThat(queue.poll()).isNull();
  }
}
