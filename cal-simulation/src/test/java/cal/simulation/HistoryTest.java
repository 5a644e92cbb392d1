package cal.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A register: {@code R}, or a number to write. */
class HistoryTest {
  private final History<String, String> history = new History<>();

  private static Optional<String> next(String state, String request, String answer) {
    if (request.equals("R")) {
      return answer == null || answer.equals(state) ? Optional.of(state) : Optional.empty();
    }
    return Optional.of(request);
  }

  private void require() {
    history.requireLinearizable("0", HistoryTest::next);
  }

  private String read(String value) throws Exception {
    return history.of("R", () -> value);
  }

  private void write(String value, Inside inside) throws Exception {
    history.of(
        value,
        () -> {
          inside.run();
          return "ok";
        });
  }

  private interface Inside {
    void run() throws Exception;
  }

  @Test
  void shouldTakeAnswersOneAfterTheOther() throws Exception {
    read("0");
    write("1", () -> {});
    read("1");
    assertThatCode(this::require).doesNotThrowAnyException();
  }

  @Test
  void shouldTakeBothValuesBesideAWrite() throws Exception {
    write(
        "1",
        () -> {
          read("0");
          read("1");
        });
    assertThatCode(this::require).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseAnOldValueAfterANew() throws Exception {
    write(
        "1",
        () -> {
          read("1");
          read("0");
        });
    assertThatThrownBy(this::require)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("(3) R -> 0 (4)");
  }

  @Test
  void shouldRefuseAnOldValueAfterTheWrite() throws Exception {
    write("1", () -> {});
    read("0");
    assertThatThrownBy(this::require).hasMessageContaining("not linearizable");
  }

  @Test
  void shouldLetAnUnansweredWriteHappenLaterOrNever() throws Exception {
    assertThatThrownBy(
            () ->
                history.of(
                    "1",
                    () -> {
                      throw new IOException("reset");
                    }))
        .isInstanceOf(IOException.class);
    read("0");
    assertThatCode(this::require).doesNotThrowAnyException();
    read("1");
    assertThatCode(this::require).doesNotThrowAnyException();
    read("0");
    assertThatThrownBy(this::require).hasMessageContaining("1 -> no answer");
  }
}
