package cal.sample.upload;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time in people's writing: {@code 500ms}, {@code 30s}, {@code 2m}. Thread-safe. */
final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");

  @Override
  public Duration convert(String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches() || Integer.parseInt(time.group(1)) == 0) {
      throw new TypeConversionException("'" + text + "' is no time above 0 like 500ms, 30s or 2m");
    }
    int amount = Integer.parseInt(time.group(1));
    return switch (time.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      default -> Duration.ofMinutes(amount);
    };
  }
}
