package cal.sample.orb;

import static java.util.stream.Collectors.joining;

import cal.sample.orb.idl.BadNumber;
import cal.sample.orb.idl.FactorizerPOA;
import cal.sample.orb.idl.TooHard;
import cal.sample.upload.FactorConnection;
import cal.sample.upload.Factorizer;
import cal.sample.upload.TooHardException;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** Factorizes, as the upload sample's factor service does. Without state, hence thread-safe. */
public final class FactorizerServant extends FactorizerPOA {
  private static final Pattern NUMBER =
      Pattern.compile("[0-9]{1," + FactorConnection.MAX_DIGITS + "}");

  /** Makes a servant. */
  public FactorizerServant() {}

  @Override
  public String factorize(String n) throws BadNumber, TooHard {
    try {
      return Factorizer.factorize(positive(n)).stream()
          .map(BigInteger::toString)
          .collect(joining(" "));
    } catch (TooHardException tooHard) {
      throw new TooHard(tooHard.getMessage());
    }
  }

  private static BigInteger positive(String text) throws BadNumber {
    BigInteger number = NUMBER.matcher(text).matches() ? new BigInteger(text) : BigInteger.ZERO;
    if (number.signum() == 0) {
      throw new BadNumber(
          "the text is no positive decimal integer of 1 to "
              + FactorConnection.MAX_DIGITS
              + " digits");
    }
    return number;
  }
}
