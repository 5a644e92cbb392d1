package cal.core.internal.settings;

import cal.core.spi.Setting;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The key of a known setting in a form unknown to the setting. Stateless. */
public final class MisplacedKey {
  private static final Pattern OF_STAGE = Pattern.compile("cal\\.stage\\.[^.]+\\.(.+)");

  /** The properties of the agent, which are no settings of the library. */
  public static final List<String> OF_AGENT =
      List.of("cal.config", "cal.weave", "cal.adopt", "cal.cache", "cal.doctor");

  private MisplacedKey() {}

  /**
   * The mistake, and the right key.
   *
   * @return the rest of a sentence after the key; empty where no setting is meant
   */
  static Optional<String> of(String key, Collection<Setting<?>> settings) {
    return OF_AGENT.contains(key)
        ? Optional.of(ofAgent(key))
        : settings.stream().map(setting -> of(key, setting)).flatMap(Optional::stream).findFirst();
  }

  /** The same for an environment variable; empty where the variable is none of the agent's. */
  static Optional<String> ofVariable(String name) {
    return OF_AGENT.stream()
        .filter(key -> Environment.nameOf(key).equals(name))
        .findFirst()
        .map(MisplacedKey::ofAgent);
  }

  private static String ofAgent(String key) {
    return " is for the agent alone, as a property; give java -javaagent:cal.jar and -D"
        + key
        + "=.., or leave the setting out";
  }

  private static Optional<String> of(String key, Setting<?> setting) {
    Matcher ofStage = OF_STAGE.matcher(key);
    boolean isOfStage = ofStage.matches() && ofStage.group(1).equals(setting.key());
    String general = "cal." + setting.key();
    return Optional.ofNullable(
        switch (setting.scope()) {
          case STAGE -> null;
          case RUNTIME ->
              isOfStage ? " is for one stage, but stages share this; set " + general : null;
          case REGIONS -> {
            if (isOfStage) {
              yield " is for one stage, but belongs to critical regions; set "
                  + Configuration.ownKey(setting, "<regions>");
            }
            yield key.startsWith(general + ".")
                ? " has a new key; set "
                    + Configuration.ownKey(setting, key.substring(general.length() + 1))
                : null;
          }
        });
  }
}
