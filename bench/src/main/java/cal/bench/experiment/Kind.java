package cal.bench.experiment;

/**
 * A way to measure, which files of experiments name by {@code kind}. It says what a file may set,
 * and makes a plan of it. Stateless.
 *
 * <p>To add one: implement this and {@link Plan}, list it in {@code Kinds}, and write a file that
 * names it. Resuming, reports, charts, goals and progress are not its concern.
 */
@FunctionalInterface
public interface Kind {
  /**
   * The plan of the measurement. Asks for each parameter that it knows, at every scale: a parameter
   * that nobody has asked for is a mistake in the file. Starts nothing.
   *
   * @param parameters of the file, with those of the scale over them
   * @param scale at {@link Scale#SMOKE}, as little as shows that all of it runs
   * @throws MalformedExperiment if a parameter is wrong
   */
  Plan plan(Parameters parameters, Scale scale);
}
