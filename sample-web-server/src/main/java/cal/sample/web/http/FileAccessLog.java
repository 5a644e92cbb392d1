package cal.sample.web.http;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A file in the combined format of web servers. A line is a single write to the end of the file,
 * ordered by the system: there is no buffer to lose, and no lock. Thread-safe.
 */
public final class FileAccessLog implements AccessLog {
  private static final Logger LOG = System.getLogger(FileAccessLog.class.getName());

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.US);

  private static final String HEX = "0123456789abcdef";

  /** Characters of a quotation. */
  private static final int LONGEST = 1024;

  private final FileOutputStream out;
  private final ZoneId zone = ZoneId.systemDefault();

  /** Whether lines are being lost: told once, and once more at the end. */
  private boolean losing;

  /**
   * Writes to the end of a file.
   *
   * @throws IOException if the file cannot be opened
   */
  public FileAccessLog(Path file) throws IOException {
    out = new FileOutputStream(file.toFile(), true);
  }

  @Override
  public void note(InetAddress client, Request request, int status, long bytes) {
    StringBuilder line = new StringBuilder(200);
    line.append(client == null ? "-" : client.getHostAddress()).append(" - - [");
    TIME.formatTo(ZonedDateTime.now(zone), line);
    line.append("] ");
    quote(line, request == null ? null : request.line());
    line.append(' ').append(status).append(' ');
    line.append(bytes == 0 ? "-" : Long.toString(bytes)).append(' ');
    quote(line, request == null ? null : request.value(Field.REFERER));
    line.append(' ');
    quote(line, request == null ? null : request.value(Field.USER_AGENT));
    write(line.append('\n'));
  }

  private void write(StringBuilder line) {
    boolean again = losing;
    try {
      // A line that was lost may be there in part.
      String text = again ? "\n" + line : line.toString();
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      losing = false;
    } catch (IOException failure) {
      losing = true;
      if (!again) {
        LOG.log(Level.WARNING, "the access log loses lines: " + failure.getMessage());
      }
      return;
    }
    if (again) {
      LOG.log(Level.INFO, "the access log loses no more lines");
    }
  }

  /**
   * Quotes the first characters of a client's text, with no way to end the quotation or the line.
   */
  private static void quote(StringBuilder line, String text) {
    line.append('"');
    if (text == null) {
      line.append('-');
    } else {
      for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
        char c = text.charAt(i);
        if (c < ' ' || c > '~' || c == '"' || c == '\\') {
          line.append("\\x").append(HEX.charAt(c >> 4 & 15)).append(HEX.charAt(c & 15));
        } else {
          line.append(c);
        }
      }
    }
    line.append('"');
  }
}
