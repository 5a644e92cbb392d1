package cal.sample.web.http;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/**
 * Dates of HTTP (RFC 9110, section 5.6.7), in seconds since 1970. The text of the present second is
 * made once. Thread-safe: texts are immutable, and two texts made at once are equal.
 */
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

  private static Text latest = new Text(0, bytes(0));

  private Dates() {}

  private static final class Text {
    final int second;
    final byte[] bytes;

    Text(int second, byte[] bytes) {
      this.second = second;
      this.bytes = bytes;
    }
  }

  /** The present second. */
  public static int now() {
    return (int) (System.currentTimeMillis() / 1000);
  }

  /** Writes the date of a second, mostly the present, at a place of an array. */
  static void put(int second, byte[] target, int at) {
    Text text = latest;
    if (text.second != second) {
      text = new Text(second, bytes(second));
      latest = text;
    }
    System.arraycopy(text.bytes, 0, target, at, LENGTH);
  }

  /** The date of a second. */
  public static String text(long second) {
    return FORMAT.format(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC));
  }

  private static byte[] bytes(int second) {
    return text(second).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The second of a date in three forms; -1 for another form. */
  public static long second(String date) {
    long second = -1;
    for (int form = 0; second < 0 && form < READ.size(); form++) {
      second = second(date, READ.get(form));
    }
    return second;
  }

  private static long second(String date, DateTimeFormatter format) {
    try {
      return LocalDateTime.parse(date, format).toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException other) {
      return -1;
    }
  }
}
