package cal.core.spi;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/**
 * A typed, validated setting. The key stands behind {@code cal.}, and behind the name of a part of
 * the server where the {@linkplain Scope scope} has parts.
 *
 * @param key lower-case words, for example {@code thread-pool.size}
 * @param type the kind of value, for people, for example {@code 1 to 100000 threads}
 * @param fallback the default, as written in settings
 * @param purpose a line for the table of settings
 * @param parser turns text into a value, or throws {@link IllegalArgumentException}
 * @param scope the parts of the server with values of their own
 * @param <T> the value's type
 */
public record Setting<T>(
    String key,
    String type,
    String fallback,
    String purpose,
    Function<String, T> parser,
    Scope scope) {
  /** The longest duration: a year. */
  private static final int MOST_MINUTES = 525_600;

  /** Which parts of a server may each have a value of their own. */
  public enum Scope {
    /** Stages: {@code cal.stage.<stage>.<key>} wins over {@code cal.<key>}. */
    STAGE,
    /** None: stages share the setting. */
    RUNTIME,
    /**
     * Aspects of critical regions: {@code cal.regions.<regions>.<key>} wins over {@code cal.<key>}.
     */
    REGIONS
  }

  /** A setting with a value for each stage; the other parameters are the record's. */
  public Setting(
      String key, String type, String fallback, String purpose, Function<String, T> parser) {
    this(key, type, fallback, purpose, parser, Scope.STAGE);
  }

  /**
   * The same setting for other parts of the server.
   *
   * @param other which parts
   * @return the setting
   */
  public Setting<T> in(Scope other) {
    return new Setting<>(key, type, fallback, purpose, parser, other);
  }

  /**
   * A whole number within bounds.
   *
   * @param key the key
   * @param fallback the default
   * @param min the least value allowed
   * @param max the greatest value allowed
   * @param unit of the count
   * @param purpose a line for the table
   * @return the setting
   */
  public static Setting<Integer> number(
      String key, int fallback, int min, int max, String unit, String purpose) {
    String type = min + " to " + max + " " + unit;
    return new Setting<>(
        key, type, Integer.toString(fallback), purpose, text -> parseNumber(text, min, max));
  }

  private static Integer parseNumber(String text, int min, int max) {
    int value = Integer.parseInt(text);
    if (value < min || value > max) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  /**
   * A duration: {@code 250ms}, {@code 10s} or {@code 2m}, a year at most, within a count of
   * nanoseconds.
   *
   * @param key the key
   * @param fallback the default
   * @param purpose a line for the table
   * @return the setting
   */
  public static Setting<Duration> duration(String key, String fallback, String purpose) {
    return new Setting<>(
        key,
        "a duration such as 250ms, 10s or 2m, up to " + MOST_MINUTES + "m",
        fallback,
        purpose,
        Setting::parseDuration);
  }

  private static Duration parseDuration(String text) {
    String digits = text.replaceFirst("(ms|s|m)$", "");
    Duration unit =
        switch (text.substring(digits.length())) {
          case "ms" -> Duration.ofMillis(1);
          case "s" -> Duration.ofSeconds(1);
          case "m" -> Duration.ofMinutes(1);
          default -> throw new IllegalArgumentException("no unit");
        };
    long amount = Long.parseLong(digits);
    if (amount < 0 || amount > Duration.ofMinutes(MOST_MINUTES).dividedBy(unit)) {
      throw new IllegalArgumentException("out of range");
    }
    return unit.multipliedBy(amount);
  }

  /**
   * A constant of an enum, written in lower case with hyphens.
   *
   * @param key the key
   * @param fallback the default
   * @param purpose a line for the table
   * @param <E> the enum
   * @return the setting
   */
  public static <E extends Enum<E>> Setting<E> choice(String key, E fallback, String purpose) {
    Class<E> values = fallback.getDeclaringClass();
    String type =
        Arrays.stream(values.getEnumConstants())
            .map(Setting::spelling)
            .reduce((a, b) -> a + ", " + b)
            .orElseThrow();
    return new Setting<>(
        key,
        type,
        spelling(fallback),
        purpose,
        text ->
            Arrays.stream(values.getEnumConstants())
                .filter(value -> spelling(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown")));
  }

  private static String spelling(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public T parse(String property, String text, String origin) {
    try {
      return parser.apply(text.strip());
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          property + "=" + text + " (" + origin + ") is not allowed; give " + type, e);
    }
  }

  public T defaultValue() {
    return parser.apply(fallback);
  }
}
