package cal.sample.upload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.time.Duration;

/**
 * Answers each line, a positive integer of 1 to {@link #MAX_DIGITS} digits, by a line of its prime
 * factors.
 *
 * <p>Lines end with LF, or CR LF; answers with LF. The factors ascend, with multiplicity, separated
 * by single spaces; 1 has none, hence an empty line. A number that is too hard is answered {@code
 * ERR too hard: ...}, and the conversation goes on; anything else that is no such number is
 * answered {@code ERR <reason>}, and it ends. Thread-safe as a {@link Connection} is. (CAL paper,
 * section 1.)
 */
public final class FactorConnection extends SocketConnection {

  /** The most digits a number may have. */
  public static final int MAX_DIGITS = 25;

  /** A line without its LF: the digits and a CR. */
  private static final int MAX_LINE = MAX_DIGITS + 1;

  private static final int BUFFER_SIZE = 256;

  /**
   * Opens the conversation.
   *
   * @param socket the client's socket, owned by this connection from now on
   * @param readTimeout how long the rest of a line may take after its first byte
   * @throws IOException if the socket is closed already
   */
  public FactorConnection(Socket socket, Duration readTimeout) throws IOException {
    super(socket, readTimeout, BUFFER_SIZE);
  }

  @Override
  void answer() throws IOException {
    BigInteger number = positive(line());
    try {
      send(Factorizer.factorize(number).stream().map(BigInteger::toString).collect(joining(" ")));
    } catch (TooHardException tooHard) {
      send("ERR " + tooHard.getMessage());
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

  /** Takes one line from the input, and never holds more of it than the buffer does. */
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
