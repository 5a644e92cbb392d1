package cal.core.internal.stage;

import cal.core.internal.settings.Configuration;
import cal.core.spi.ConcurrencyModel;

/**
 * A model and the settings that go with it, for one stage. Immutable.
 *
 * @param model its model
 * @param configuration where it and its model find their settings
 */
public record StageChoice(ConcurrencyModel model, Configuration configuration) {}
