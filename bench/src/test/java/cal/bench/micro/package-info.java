/**
 * JMH: what a captured call costs over a hand-written {@code execute}, with JFR off, and a critical
 * region over {@code synchronized}.
 *
 * <p>Captured call and {@code execute} run on one thread, on an executor, or a model, that runs
 * what it is given at once: the difference is all that CAL adds, from the captured call to the end
 * of the activity. {@code ./cal bench micro} runs both.
 */
package cal.bench.micro;
