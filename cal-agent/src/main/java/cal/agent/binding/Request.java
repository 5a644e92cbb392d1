package cal.agent.binding;

import cal.core.internal.start.LoadTime;
import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The tasks of the agent, given by system properties of its own, {@link LoadTime#KEYS}. Immutable.
 *
 * @param config the file of bindings, if any
 * @param weave patterns of the classes to weave, in place of the implied patterns
 * @param adopt the adopted code, {@code KIND:PATTERN,PATTERN...}
 * @param cache the place of kept weavings: a folder, or {@code none}
 * @param doctor how to explain instead of starting the server: {@code people} or {@code json}
 */
public record Request(
    Optional<Path> config,
    List<String> weave,
    List<String> adopt,
    Optional<String> cache,
    Optional<String> doctor) {

  /** Between several values of {@code cal.adopt}. */
  public static final String SEPARATOR = ";";

  /**
   * Takes and removes the properties, which are no settings for the library.
   *
   * @throws ConfigurationException if a value is not allowed
   */
  public static Request take() {
    Optional<String> doctor = property("cal.doctor");
    if (doctor.isPresent() && !List.of("people", "json").contains(doctor.get())) {
      throw new ConfigurationException(
          "cal.doctor=" + doctor.get() + " is not allowed; give people or json");
    }
    Request request =
        new Request(
            property("cal.config").map(Request::path),
            property("cal.weave").map(text -> split(text, ",")).orElse(List.of()),
            property("cal.adopt").map(text -> split(text, SEPARATOR)).orElse(List.of()),
            property("cal.cache"),
            doctor);
    requireNoneMisspelt();
    return request;
  }

  /** The library would not know the key either, nor name the meant one. */
  private static void requireNoneMisspelt() {
    for (String key : new TreeSet<>(System.getProperties().stringPropertyNames())) {
      Nearest.misspelt(key, key.startsWith("cal.") ? LoadTime.KEYS : List.of())
          .ifPresent(
              meant -> {
                throw new ConfigurationException(
                    "unknown setting %s=%s (-D%s); did you mean %s?"
                        .formatted(key, System.getProperty(key), key, meant));
              });
    }
  }

  private static Optional<String> property(String key) {
    String value = System.getProperty(key);
    System.clearProperty(key);
    if (value != null && value.isBlank()) {
      throw new ConfigurationException(key + "= is empty; give it a value, or leave it out");
    }
    return Optional.ofNullable(value).map(String::strip);
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException wrong) {
      throw new ConfigurationException(
          "cal.config=" + text + " is no path; name a file: " + wrong.getReason(), wrong);
    }
  }

  private static List<String> split(String text, String separator) {
    return Arrays.stream(text.split(separator)).map(String::strip).toList();
  }
}
