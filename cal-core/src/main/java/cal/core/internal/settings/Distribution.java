package cal.core.internal.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which artifact of this distribution brings which model and policy: data, for messages about one
 * that is not on the class path and cannot speak for itself. Thread-safe.
 */
public final class Distribution {
  private static final String FILE = "/META-INF/cal/distribution.properties";

  private Distribution() {}

  /** The artifact that brings a model, or null. */
  static String artifactOfModel(String name) {
    return read().getProperty("model." + name);
  }

  /** A class of an artifact that brings models, in full. */
  static String classOf(String artifact) {
    return read().getProperty("class." + artifact);
  }

  /** The artifact that brings a policy, or null. */
  public static String artifactOfPolicy(String name) {
    return read().getProperty("policy." + name);
  }

  /** The model that takes calls which block, where none on the class path says that it does. */
  static String modelOfBlockingCalls() {
    return read().getProperty("blocking-calls");
  }

  private static Properties read() {
    Properties properties = new Properties();
    try (InputStream in = Distribution.class.getResourceAsStream(FILE)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " cannot be read", e);
    }
    return properties;
  }
}
