/**
 * How one stage runs: admits activities, has a model run them, ends each once.
 *
 * <pre>
 *   OpenStage.spawn   OpenStage.handOff   Adoption.start      each kind has a way in of its own
 *          '-----------------+------------------'
 *                            v
 *          Admission -- AdmissionQueue            takes a permit of the room admission
 *                            |
 *          Generations -- Generation              the model's scheduler runs the steps
 *                            |
 *          Migration, ModelSwitch                 from model to model, between two steps
 * </pre>
 *
 * <p>The kinds are {@code SpawnedActivity}, {@code HandOff} and {@code AdoptedActivity}. Drains use
 * {@code StageDrain}; {@code StageUpkeep} refuses late activities, and {@code IdleReaper} closes
 * silent clients.
 *
 * <p>The room sees {@code activity}, {@code generation} and the rooms below. A new model is no
 * change here. A change of an activity's way takes part in the fault suite of the tests.
 */
package cal.core.internal.stage;
