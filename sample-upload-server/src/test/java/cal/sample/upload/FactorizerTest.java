package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class FactorizerTest {

  /** Returns the factors of a number that is not too hard, as the service answers them. */
  static String line(String number) {
    return factors(new BigInteger(number)).stream()
        .map(BigInteger::toString)
        .collect(Collectors.joining(" "));
  }

  private static List<BigInteger> factors(BigInteger number) {
    try {
      return Factorizer.factorize(number);
    } catch (TooHardException tooHard) {
      throw new AssertionError(tooHard);
    }
  }

  private static void check(BigInteger number) {
    List<BigInteger> factors = factors(number);
    assertThat(factors).isSorted().allMatch(f -> f.isProbablePrime(60));
    assertThat(factors.stream().reduce(BigInteger.ONE, BigInteger::multiply)).isEqualTo(number);
  }

  @Test
  void shouldAgreeWithTrialDivisionOnSmallNumbers() {
    for (int number = 1; number <= 20_000; number++) {
      List<BigInteger> expected = new ArrayList<>();
      int rest = number;
      for (int divisor = 2; rest > 1; divisor++) {
        for (; rest % divisor == 0; rest /= divisor) {
          expected.add(BigInteger.valueOf(divisor));
        }
      }
      assertThat(factors(BigInteger.valueOf(number))).isEqualTo(expected);
    }
  }

  @Test
  void shouldFindFactorsWhoseProductIsTheNumber() {
    Random random = new Random(42);
    for (int i = 0; i < 300; i++) {
      BigInteger number = BigInteger.ONE;
      while (number.bitLength() < 50) {
        number = number.multiply(BigInteger.probablePrime(2 + random.nextInt(30), random));
      }
      check(number);
    }
  }

  @Test
  void shouldFactorizeThePapersNumberWithinItsBudget() {
    check(new BigInteger("22794993954179237141472"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1000003", "18446744073709551557", "9999999999999999999999877"})
  void shouldKnowAPrime(String prime) {
    assertThat(factors(new BigInteger(prime))).containsExactly(new BigInteger(prime));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 997, 1009, 10_007, 1_000_003})
  void shouldFactorizePowersOfAPrime(int prime) {
    for (int power = 1; power <= 4; power++) {
      assertThat(factors(BigInteger.valueOf(prime).pow(power)))
          .hasSize(power)
          .containsOnly(BigInteger.valueOf(prime));
    }
  }

  @Test
  void shouldGiveUpAlwaysTheSameNumbers() {
    BigInteger hard = new BigInteger("8999999999586000000004757");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> Factorizer.factorize(hard))
          .isInstanceOf(TooHardException.class)
          .hasMessageContainingAll("too hard", hard.toString(), "" + Factorizer.BUDGET);
    }
  }

  @Test
  void shouldRefuseWhatHasNoFactors() {
    assertThatThrownBy(() -> Factorizer.factorize(BigInteger.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("number=0");
  }
}
