/**
 * The configuration, and the choice of models by it: keys, the origins of their values, the models
 * on the class path, the names of aspects.
 *
 * <p>It sees {@code support} and {@link cal.core.spi}. A new source of settings goes here. A new
 * setting does not: it belongs to its model, or to {@link cal.core.spi.CoreSettings}.
 */
package cal.core.internal.settings;
