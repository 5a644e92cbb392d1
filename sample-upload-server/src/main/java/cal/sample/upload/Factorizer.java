package cal.sample.upload;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds prime factors: trial division by small numbers, then Pollard's rho as Brent improved it
 * ("An improved Monte Carlo factorization algorithm", BIT 20, 1980).
 *
 * <p>The same number always takes the same way, within a budget of {@value #BUDGET} iterations of
 * rho in all. Large primes are found by {@link BigInteger#isProbablePrime}, wrong with a
 * probability below 2<sup>-{@value #CERTAINTY}</sup>. Thread-safe: each call works on a separate
 * object. (CAL paper, section 4.)
 */
public final class Factorizer {

  /** Iterations of Pollard's rho for a number: some tenths of a second. */
  public static final int BUDGET = 1 << 20;

  private static final int CERTAINTY = 100;
  private static final int TRIAL_LIMIT = 1000;
  private static final int ITERATIONS_PER_GCD = 128;
  private static final BigInteger TRIAL_LIMIT_SQUARED =
      BigInteger.valueOf((long) TRIAL_LIMIT * TRIAL_LIMIT);
  private static final List<BigInteger> SMALL_PRIMES =
      IntStream.range(2, TRIAL_LIMIT)
          .filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).allMatch(d -> n % d != 0))
          .mapToObj(BigInteger::valueOf)
          .toList();

  private final BigInteger number;
  private final List<BigInteger> factors = new ArrayList<>();
  private int iterationsLeft = BUDGET;

  private Factorizer(BigInteger number) {
    this.number = number;
  }

  /**
   * Factorizes a number.
   *
   * @param number the number, positive
   * @return the prime factors in ascending order, with multiplicity; none for 1
   * @throws TooHardException if the budget was not enough
   * @throws IllegalArgumentException if the number is not positive
   */
  public static List<BigInteger> factorize(BigInteger number) throws TooHardException {
    if (number.signum() <= 0) {
      throw new IllegalArgumentException("number=" + number + " must be positive");
    }
    Factorizer factorizer = new Factorizer(number);
    factorizer.split(factorizer.divideBySmall());
    factorizer.factors.sort(null);
    return factorizer.factors;
  }

  /** Takes out all factors below the trial limit and returns the rest. */
  private BigInteger divideBySmall() {
    BigInteger rest = number;
    for (BigInteger prime : SMALL_PRIMES) {
      BigInteger[] quotient = rest.divideAndRemainder(prime);
      while (quotient[1].signum() == 0) {
        factors.add(prime);
        rest = quotient[0];
        quotient = rest.divideAndRemainder(prime);
      }
    }
    return rest;
  }

  /** Adds the prime factors of {@code n}, which has none below the trial limit. */
  private void split(BigInteger n) throws TooHardException {
    if (n.equals(BigInteger.ONE)) {
      return;
    }
    if (n.compareTo(TRIAL_LIMIT_SQUARED) < 0 || n.isProbablePrime(CERTAINTY)) {
      factors.add(n);
      return;
    }
    BigInteger divisor = n;
    for (long c = 1; divisor.equals(n); c++) {
      divisor = rho(n, BigInteger.valueOf(c));
    }
    split(divisor);
    split(n.divide(divisor));
  }

  /** Returns a divisor of {@code n} above 1: {@code n} itself where this {@code c} finds none. */
  private BigInteger rho(BigInteger n, BigInteger c) throws TooHardException {
    BigInteger y = BigInteger.TWO;
    for (int lap = 1; ; lap *= 2) {
      BigInteger x = y;
      for (int i = 0; i < lap; i++) {
        y = next(y, c, n);
      }
      for (int done = 0; done < lap; done += ITERATIONS_PER_GCD) {
        BigInteger batchStart = y;
        BigInteger product = BigInteger.ONE;
        for (int i = Math.min(ITERATIONS_PER_GCD, lap - done); i > 0; i--) {
          y = next(y, c, n);
          product = product.multiply(x.subtract(y)).mod(n);
        }
        if (!product.gcd(n).equals(BigInteger.ONE)) {
          return firstDivisor(n, c, x, batchStart);
        }
      }
    }
  }

  /** Goes once more through a batch with a divisor, step by step. */
  private BigInteger firstDivisor(BigInteger n, BigInteger c, BigInteger x, BigInteger batchStart)
      throws TooHardException {
    BigInteger y = batchStart;
    BigInteger divisor;
    do {
      y = next(y, c, n);
      divisor = x.subtract(y).gcd(n);
    } while (divisor.equals(BigInteger.ONE));
    return divisor;
  }

  private BigInteger next(BigInteger y, BigInteger c, BigInteger n) throws TooHardException {
    if (iterationsLeft-- <= 0) {
      throw new TooHardException(number, BUDGET);
    }
    return y.multiply(y).add(c).mod(n);
  }
}
