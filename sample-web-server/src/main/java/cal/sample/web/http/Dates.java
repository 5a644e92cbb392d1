package cal.sample.web.http;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/** Dates of HTTP (RFC 9110, section 5.6.7), in seconds since 1970. Stateless. */
public final class Dates {
  /** Characters of a date. */
  static final int LENGTH = 29;

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);

  /** The form to write, and the two forms of old clients. */
  private static final List<DateTimeFormatter> READ =
      List.of(
          FORMAT,
          new DateTimeFormatterBuilder()
              .appendPattern("EEEE, dd-MMM-")
              .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
              .appendPattern(" HH:mm:ss 'GMT'")
              .toFormatter(Locale.US),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US));

  private Dates() {}

  /** The present second. */
  public static int now() {
    return (int) (System.currentTimeMillis() / 1000);
  }

  /** The date of a second. */
  public static String text(long second) {
    return FORMAT.format(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC));
  }

  /** The second of a date in three forms; -1 for another form. */
  public static long second(String date) {
    return READ.stream()
        .mapToLong(form -> second(date, form))
        .filter(second -> second >= 0)
        .findFirst()
        .orElse(-1);
  }

  private static long second(String date, DateTimeFormatter format) {
    try {
      return LocalDateTime.parse(date, format).toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException other) {
      return -1;
    }
  }
}
