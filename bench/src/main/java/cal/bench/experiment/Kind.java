package cal.bench.experiment;

/**
 * A way to measure, named by {@code kind} in files of experiments. A kind knows the settings of a
 * file, and makes a plan. Stateless.
 *
 * <p>A new kind implements this and {@link Plan}, stands in {@code Kinds}, and has a file.
 * Resuming, reports, charts, goals and progress come by themselves.
 */
@FunctionalInterface
public interface Kind {
  /**
   * The plan of the measurement. Asks for each known parameter, at every scale: an unasked
   * parameter is a mistake in the file. Starts nothing.
   *
   * @param parameters of the file, overridden by the scale's
   * @param scale at {@link Scale#SMOKE}, the least that shows that all runs
   * @throws MalformedExperiment if a parameter is wrong
   */
  Plan plan(Parameters parameters, Scale scale);
}
