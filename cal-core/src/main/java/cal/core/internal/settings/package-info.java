/**
 * The configuration, and the choice of models: keys, the origins of their values, the models on the
 * class path, the names of aspects.
 *
 * <p>The room sees {@code support} and {@link cal.core.spi}. A new source of settings goes here. A
 * new setting belongs to its model instead, or to {@link cal.core.spi.CoreSettings}.
 */
package cal.core.internal.settings;
