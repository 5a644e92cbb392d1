/**
 * How one stage runs: it admits an activity, has its model run it, and ends it once.
 *
 * <pre>
 *   SpawnedActivity.spawn   HandOff.make   Adoption.start      each kind has a way in of its own
 *          '---------------------+---------------'
 *                                v
 *          Admission -- AdmissionQueue -- Permits       may it come in?
 *                                |
 *          ActivityScheduler.start(activity)     the model's
 *                                |
 *          AttachedThread.run -- Step            one step, on a worker thread
 *                                |
 *          Lifetime.end -- Ending                once: target, count, permit, caller, report
 * </pre>
 *
 * <p>An {@code OpenStage} knows no kinds of activities: a {@code StagedActivity} says how it is
 * started, and what its end means for its waiters. {@code StageDrain} is what a drain sees of a
 * stage. Its scheduler is {@code Generations}, whose {@code Migration} brings activities from one
 * model to the next.
 *
 * <p>It sees {@code permits}, {@code report}, {@code region}, {@code settings}, {@code support}
 * and {@link cal.core.spi}. A new model is no change here. A change of an activity's way takes part
 * in the fault suite of the tests.
 */
package cal.core.internal.stage;
