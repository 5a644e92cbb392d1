/**
 * The choice of a model for a stage, and the generation of the stage opened by the model.
 *
 * <pre>
 *   StageChoice   a model with its settings        StageSettings   the stage's own
 *   Generation    the model in use by a stage      SharedParts     shared by stages of a model
 * </pre>
 *
 * <p>The room sees {@code settings}, {@code support} and {@link cal.core.spi}. {@code stage} leads
 * from generation to generation.
 */
package cal.core.internal.generation;
