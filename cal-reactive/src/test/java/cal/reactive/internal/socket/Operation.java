package cal.reactive.internal.socket;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Something that can be asked of a subject, whose outcome can be told as text and compared. */
@FunctionalInterface
interface Operation<S> {
  Object apply(S subject) throws Exception;

  /** Something that a subject can be told to do. */
  @FunctionalInterface
  interface Change<S> {
    void apply(S subject) throws Exception;
  }

  /** The result, or the class and message of what was thrown; ports differ, so they are masked. */
  static <S> String outcome(Operation<S> operation, S subject) {
    String text;
    try {
      Object result = operation.apply(subject);
      text = result instanceof Closeable ? "something to close" : String.valueOf(result);
    } catch (Exception e) {
      text = e.getClass().getName() + ": " + e.getMessage();
    }
    return text.replaceAll("\\b(3[2-9]|[45]\\d|60)\\d{3}\\b", "PORT");
  }

  /** The differences between two tables of outcomes. */
  static List<String> differences(String state, Map<String, String> jdk, Map<String, String> here) {
    List<String> differences = new ArrayList<>();
    jdk.forEach(
        (operation, expected) -> {
          String actual = here.get(operation);
          if (!expected.equals(actual)) {
            differences.add(
                state
                    + ": "
                    + operation
                    + " gives <"
                    + actual
                    + ">, with the JDK <"
                    + expected
                    + ">");
          }
        });
    return differences;
  }
}
