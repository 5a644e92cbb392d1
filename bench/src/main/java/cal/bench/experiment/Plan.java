package cal.bench.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The measurements of an experiment at a scale, case by case. For a single thread. */
public interface Plan {
  /**
   * All cases, in order; the charts take a label for x and draw a picture for each combination of
   * the others.
   *
   * @return the labels of each, such as {@code service=factor, clients=100}, all with the same keys
   */
  List<Map<String, String>> cases();

  /**
   * The approximate time of a case.
   *
   * @param labels of {@link #cases}
   */
  Duration estimate(Map<String, String> labels);

  /**
   * The number of connections open at once in a case. The measurement does not depend on the number
   * allowed: where a case needs more, the experiment is not begun.
   *
   * @param labels of {@link #cases}
   * @return the most; 0 where connections are no concern
   */
  default long connections(Map<String, String> labels) {
    return 0;
  }

  /** Every figure and index of rows, in the order of columns. */
  List<Figure> figures();

  /** The server of comparison, with a thick line; null if there is none. */
  default String baseline() {
    return null;
  }

  /** The reason why this machine cannot measure, with the remedy; empty if none. */
  default Optional<String> missing() {
    return Optional.empty();
  }

  /** The heap of each measured JVM, such as {@code 512m}; null if there is none. */
  default String heap() {
    return null;
  }

  /** The method, for readers of the figures. */
  String method();

  /**
   * The cases measured together with a case, in the same JVMs and in order, the case included.
   *
   * @param labels of {@link #cases}
   */
  default List<Map<String, String>> together(Map<String, String> labels) {
    return List.of(labels);
  }

  /**
   * Measures cases together, with nothing left running.
   *
   * @param together some cases of {@link #together}
   * @param listeners of each case
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
   * @param labels of {@link #cases}
   * @param listener of the progress
   * @throws IOException if something cannot be opened
   */
  Cell measure(Map<String, String> labels, Listener listener)
      throws IOException, InterruptedException;
}
