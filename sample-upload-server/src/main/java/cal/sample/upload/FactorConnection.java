package cal.sample.upload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.math.BigInteger;
import java.net.Socket;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers each line, a positive integer of 1 to {@link #MAX_DIGITS} digits, by a line of its prime
 * factors.
 *
 * <p>Lines end with LF, or CR LF; answers with LF. A number behind an exclamation mark is urgent,
 * and so is the client until its next number; {@code ERR too busy} refuses a line. The factors
 * ascend, with multiplicity, separated by single spaces; 1 has none, hence an empty line. A too
 * hard number is answered {@code ERR too hard: ...}, and the conversation goes on; anything but a
 * number is answered {@code ERR <reason>}, and the conversation ends.
 *
 * <p>The line {@code STATS} is answered by a {@link Report} of all served requests, these lines not
 * counted; {@code STATS WAIT <n>} by the same, once the total is {@code n} requests or more. Where
 * the total is missed within the read timeout, or cannot be reached while this client waits, the
 * answer is {@code ERR the total did not reach <n>}, and the conversation goes on. Thread-safe like
 * a {@link Connection}. (CAL paper, section 1.)
 */
public final class FactorConnection extends SocketConnection {

  /** The most digits a number may have. */
  public static final int MAX_DIGITS = 25;

  /** A line without the LF: a mark, the digits and a CR. */
  private static final int MAX_LINE = MAX_DIGITS + 2;

  private static final int BUFFER_SIZE = 256;

  private static final String STATS = "STATS";
  private static final String URGENT = "!";

  /** The number has as many digits as the longest line has room for. */
  private static final Pattern STATS_WAIT = Pattern.compile(STATS + " WAIT (\\d{1,14})");

  private final Statistics statistics;
  private final Duration patience;
  private boolean urgent;

  /**
   * Opens the conversation.
   *
   * @param socket the client's socket, owned by this connection from now on
   * @param statistics of the lines, read by {@code STATS}
   * @param readTimeout how long the rest of a line may take after its first byte, and {@code STATS
   *     WAIT} may wait
   * @throws IOException if the socket is closed already
   */
  public FactorConnection(Socket socket, Statistics statistics, Duration readTimeout)
      throws IOException {
    super(socket, Protocol.FACTOR, statistics, readTimeout, BUFFER_SIZE);
    this.statistics = statistics;
    this.patience = readTimeout;
  }

  @Override
  void answer() throws IOException {
    String line = line();
    if (line.startsWith(STATS)) {
      send(statistics(line));
      return;
    }
    urgent = line.startsWith(URGENT);
    String number = urgent ? line.substring(URGENT.length()) : line;
    String factors = factors(positive(number));
    count(number.length());
    send(factors);
  }

  @Override
  void turnAway() throws IOException {
    line();
    send("ERR too busy");
  }

  @Override
  public int rank() {
    return urgent ? 1 : 0;
  }

  private static String factors(BigInteger number) {
    try {
      return Factorizer.factorize(number).stream().map(BigInteger::toString).collect(joining(" "));
    } catch (TooHardException tooHard) {
      return "ERR " + tooHard.getMessage();
    }
  }

  private String statistics(String line) throws IOException {
    Matcher wait = STATS_WAIT.matcher(line);
    if (wait.matches()) {
      if (!reached(Long.parseLong(wait.group(1)))) {
        return "ERR the total did not reach " + wait.group(1);
      }
    } else if (!line.equals(STATS)) {
      throw new BadRequestException("the line is neither STATS nor STATS WAIT and an integer");
    }
    return statistics.report().text();
  }

  private boolean reached(long total) throws InterruptedIOException {
    try {
      return statistics.waitForTotal(total, patience);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("stopped while it waited for total=" + total);
    }
  }

  @Override
  void refuse(String reason) throws IOException {
    send("ERR " + reason);
  }

  private void send(String line) throws IOException {
    byte[] bytes = (line + "\n").getBytes(ISO_8859_1);
    send(bytes, bytes.length);
  }

  /** Takes a line from the input, and never holds more than the buffer. */
  private String line() throws IOException {
    int length = 0;
    while (true) {
      if (length == in.available()) {
        in.requireMore();
      }
      if (in.buffer()[in.position() + length] == '\n') {
        break;
      }
      if (++length > MAX_LINE) {
        throw new BadRequestException("the line is longer than " + MAX_DIGITS + " digits");
      }
    }
    int position = in.position();
    in.skip(length + 1);
    if (length > 0 && in.buffer()[position + length - 1] == '\r') {
      length--;
    }
    return new String(in.buffer(), position, length, ISO_8859_1);
  }

  private static BigInteger positive(String line) throws BadRequestException {
    if (line.length() > MAX_DIGITS) {
      throw new BadRequestException("the line is longer than " + MAX_DIGITS + " digits");
    }
    boolean digitsOnly = !line.isEmpty() && line.chars().allMatch(c -> c >= '0' && c <= '9');
    BigInteger number = digitsOnly ? new BigInteger(line) : BigInteger.ZERO;
    if (number.signum() == 0) {
      throw new BadRequestException("the line is not a positive decimal integer");
    }
    return number;
  }
}
