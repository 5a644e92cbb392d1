package cal.core.internal.stage;

import cal.core.internal.settings.Configuration;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import java.util.ArrayList;
import java.util.List;

/**
 * A model and the settings that go with it, for one stage. Immutable.
 *
 * @param model its model
 * @param configuration where it and its model find their settings
 */
public record StageChoice(ConcurrencyModel model, Configuration configuration) {
  /** The values of a stage that a model reads where it is opened: with others it is opened anew. */
  List<Object> settings(String stage) {
    List<Object> values = new ArrayList<>();
    values.add(configuration.get(CoreSettings.QUEUE_CAPACITY, stage));
    for (List<Setting<?>> some : List.of(model.settings(), model.sizes())) {
      some.forEach(setting -> values.add(configuration.get(setting, stage)));
    }
    return values;
  }
}
