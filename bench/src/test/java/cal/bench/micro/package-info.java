/**
 * JMH, with JFR off: what a captured call costs over a hand-written {@code execute}, a call handed
 * off to another thread over the same by hand, a socket's streams on an event loop over the JDK's,
 * and a critical region over {@code synchronized}.
 *
 * <p>Captured call and {@code execute} run on one thread, on an executor, or a model, that runs
 * what it is given at once: the difference is all that CAL adds, from the captured call to the end
 * of the activity. {@code ./cal bench micro} and {@code regions} run all of them.
 */
package cal.bench.micro;
