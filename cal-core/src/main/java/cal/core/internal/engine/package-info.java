/**
 * How a stage runs: it admits an activity, has its model run it, ends it once; a hand-off; a drain.
 *
 * <pre>
 *   OpenStage -- Door -- Admission          may it come in?
 *       |
 *   ActivityScheduler.start(activity)       the model's
 *       |
 *   AttachedThread.run -- Step              one step, on a worker thread
 *       |
 *   Lifetime.end -- Ending                  once: target, count, permit, waiting caller, report
 * </pre>
 *
 * <p>It sees {@code region}, {@code settings}, {@code support} and {@link cal.core.spi}. A new
 * model is no change here. Whoever touches an activity's way takes part in the fault suite of the
 * tests.
 */
package cal.core.internal.engine;
