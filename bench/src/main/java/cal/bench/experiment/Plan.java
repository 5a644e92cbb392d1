package cal.bench.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The measurements of an experiment at one scale, case by case. Used by one thread. */
public interface Plan {
  /**
   * All cases, in their order; the charts take one label for x and draw a picture for each
   * combination of the others.
   *
   * @return the labels of each, such as {@code service=factor, clients=100}, all with the same keys
   */
  List<Map<String, String>> cases();

  /**
   * How long a case takes, about.
   *
   * @param labels one of {@link #cases}
   */
  Duration estimate(Map<String, String> labels);

  /**
   * How many connections a case has open at once. The measurement does not depend on the number
   * allowed: where a case needs more, the experiment is not begun.
   *
   * @param labels one of {@link #cases}
   * @return at most so many; 0 where they are no concern
   */
  default long connections(Map<String, String> labels) {
    return 0;
  }

  /** Every figure and index that rows may have, in the order of columns. */
  List<Figure> figures();

  /** The server that the others are compared with, whose line is thick; null if there is none. */
  default String baseline() {
    return null;
  }

  /** Why this machine cannot measure it, with the remedy; empty if it can. */
  default Optional<String> missing() {
    return Optional.empty();
  }

  /** The heap of each JVM that is measured, such as {@code 512m}; null if there is none. */
  default String heap() {
    return null;
  }

  /** How it was measured, for readers of the figures. */
  String method();

  /**
   * The cases that are measured with one, in the same JVMs: this one among them, in their order.
   *
   * @param labels one of {@link #cases}
   */
  default List<Map<String, String>> together(Map<String, String> labels) {
    return List.of(labels);
  }

  /**
   * Measures cases that are measured together, with nothing left running.
   *
   * @param together some of those that {@link #together} tells of one of them
   * @param listeners what each case is told by
   * @throws IOException if something cannot be opened
   */
  default List<Cell> measure(
      List<Map<String, String>> together, Function<Map<String, String>, Listener> listeners)
      throws IOException, InterruptedException {
    Map<String, String> only = together.getFirst();
    return List.of(measure(only, listeners.apply(only)));
  }

  /**
   * Measures a case, with nothing left running.
   *
   * @param labels one of {@link #cases}
   * @param listener is told what goes on
   * @throws IOException if something cannot be opened
   */
  Cell measure(Map<String, String> labels, Listener listener)
      throws IOException, InterruptedException;
}
