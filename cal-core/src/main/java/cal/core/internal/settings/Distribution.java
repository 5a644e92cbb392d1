package cal.core.internal.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The artifacts of this distribution by model and policy: data, for messages about a model or
 * policy off the class path. Thread-safe.
 */
public final class Distribution {
  private static final String FILE = "/META-INF/cal/distribution.properties";
  private static final String MODEL = "model.";

  private Distribution() {}

  /** The artifact of a model, or null. */
  static String artifactOfModel(String name) {
    return artifactsOfModels().get(name);
  }

  /** The artifact of each model, by the model's name. */
  static Map<String, String> artifactsOfModels() {
    Map<String, String> artifacts = new TreeMap<>();
    Properties all = read();
    for (String key : all.stringPropertyNames()) {
      if (key.startsWith(MODEL)) {
        artifacts.put(key.substring(MODEL.length()), all.getProperty(key));
      }
    }
    return artifacts;
  }

  /** The full name of a class in an artifact of models. */
  static String classOf(String artifact) {
    return read().getProperty("class." + artifact);
  }

  /** The artifact of a policy, or null. */
  public static String artifactOfPolicy(String name) {
    return read().getProperty("policy." + name);
  }

  /** The model for blocking calls, where no model of the class path takes such calls. */
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
