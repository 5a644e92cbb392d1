/**
 * How one stage runs: it admits an activity, has its model run it, and ends it once.
 *
 * <pre>
 *   OpenStage.spawn   OpenStage.handOff   Adoption.start      each kind has a way in of its own
 *          '-----------------+------------------'
 *                            v
 *          Admission -- AdmissionQueue            may it come in? Permits are in admission
 *                            |
 *          Generations -- Generation              the model's scheduler takes it, and runs its steps
 *                            |
 *          Migration                              from one model to the next, between two steps
 * </pre>
 *
 * <p>The kinds are {@code SpawnedActivity}, {@code HandOff} and {@code AdoptedActivity}. {@code
 * StageDrain} is what a drain sees of a stage; {@code StageUpkeep} refuses what has waited too
 * long, and {@code IdleReaper} closes silent clients.
 *
 * <p>It sees {@code activity}, {@code generation} and the rooms that these see. A new model is no
 * change here. A change of an activity's way takes part in the fault suite of the tests.
 */
package cal.core.internal.stage;
