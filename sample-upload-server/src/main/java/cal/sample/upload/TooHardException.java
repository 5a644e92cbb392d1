package cal.sample.upload;

import java.math.BigInteger;

/** A number's factors were not found within the work budget. Immutable, hence thread-safe. */
public final class TooHardException extends Exception {

  private static final long serialVersionUID = 1;

  /**
   * Reports a used-up budget.
   *
   * @param number the number to be factorized
   * @param iterations the budget, in iterations of Pollard's rho
   */
  public TooHardException(BigInteger number, int iterations) {
    super("too hard: " + number + " needs more than " + iterations + " iterations");
  }
}
