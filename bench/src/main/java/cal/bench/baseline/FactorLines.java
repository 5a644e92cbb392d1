package cal.bench.baseline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;

import cal.sample.upload.FactorConnection;
import cal.sample.upload.Factorizer;
import cal.sample.upload.TooHardException;
import java.math.BigInteger;

/**
 * The numbers of the sample's factor protocol and their answers, for servers that find the line
 * ends themselves; those refuse {@code STATS}. Stateless, hence thread-safe.
 */
final class FactorLines {
  /** The longest line without its LF: the digits and a CR. */
  static final int MAX_LINE = FactorConnection.MAX_DIGITS + 1;

  private FactorLines() {}

  /** Answers a line of {@code length} bytes, its LF taken off. */
  static byte[] answer(byte[] line, int length) throws BadRequest {
    int digits = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    if (digits > FactorConnection.MAX_DIGITS) {
      throw tooLong();
    }
    BigInteger number = positive(new String(line, 0, digits, ISO_8859_1));
    try {
      return bytes(
          Factorizer.factorize(number).stream().map(BigInteger::toString).collect(joining(" ")));
    } catch (TooHardException tooHard) {
      return refusal(tooHard.getMessage());
    }
  }

  static BadRequest tooLong() {
    return new BadRequest("the line is longer than " + FactorConnection.MAX_DIGITS + " digits");
  }

  /** The answer to a client that is refused. */
  static byte[] refusal(String reason) {
    return bytes("ERR " + reason);
  }

  private static BigInteger positive(String line) throws BadRequest {
    boolean digitsOnly = !line.isEmpty() && line.chars().allMatch(c -> c >= '0' && c <= '9');
    BigInteger number = digitsOnly ? new BigInteger(line) : BigInteger.ZERO;
    if (number.signum() == 0) {
      throw new BadRequest("the line is not a positive decimal integer");
    }
    return number;
  }

  private static byte[] bytes(String line) {
    return (line + "\n").getBytes(ISO_8859_1);
  }
}
