package cal.core.internal.settings;

import cal.core.spi.ConfigurationException;
import java.util.Properties;

/** Properties of a file with each key once: of two values, the first would be lost silently. */
final class UniqueProperties extends Properties {
  private static final long serialVersionUID = 1;

  private final String file;

  UniqueProperties(String file) {
    this.file = file;
  }

  @Override
  public synchronized Object put(Object key, Object value) {
    Object other = super.put(key, value);
    if (other != null) {
      throw new ConfigurationException(
          file + " sets " + key + " twice, to " + other + " and to " + value + "; keep one");
    }
    return null;
  }
}
