/**
 * The choice of a model for a stage, and what that model has opened: one generation of the stage.
 *
 * <pre>
 *   StageChoice   a model, and where its settings are     StageSettings   the stage's own
 *   Generation    what the model has opened               SharedParts     what stages share
 * </pre>
 *
 * <p>It sees {@code settings}, {@code support} and {@link cal.core.spi}. {@code stage} leads from
 * one generation to the next.
 */
package cal.core.internal.generation;
