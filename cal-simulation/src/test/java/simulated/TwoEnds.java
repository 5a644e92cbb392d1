package simulated;

import cal.simulation.Simulated;
import org.junit.jupiter.api.AfterEach;

/** A test with two methods after it that fail; run by {@code VerdictsTest}. */
@SuppressWarnings("DoNotCallSuggester") // which fail on purpose
public final class TwoEnds {
  @Simulated(seeds = 1)
  void passes() {
    System.out.println("the test");
  }

  @AfterEach
  void one() {
    throw new AssertionError("the first end");
  }

  @AfterEach
  void two() {
    throw new AssertionError("the second end");
  }
}
