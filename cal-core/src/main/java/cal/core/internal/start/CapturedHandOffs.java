package cal.core.internal.start;

import cal.core.internal.settings.Configuration;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Setting;
import java.util.Set;

/**
 * The hand-offs of a stage, for a judgement by the model. Immutable.
 *
 * @param stage the stage's name
 * @param signatures the calls, as in the weaver's record
 * @param loader of the server's classes
 * @param configuration the settings
 */
record CapturedHandOffs(
    String stage, Set<String> signatures, ClassLoader loader, Configuration configuration)
    implements ConcurrencyModel.HandOffs {
  @Override
  public <T> T setting(Setting<T> setting) {
    return configuration.get(setting, stage);
  }
}
