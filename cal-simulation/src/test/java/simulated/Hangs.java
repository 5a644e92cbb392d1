package simulated;

import cal.simulation.Simulated;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;

/** A test that fails, and then never ends; run by {@code VerdictsTest}. */
@SuppressWarnings("DoNotCallSuggester") // fails on purpose
public final class Hangs {
  @Simulated(seeds = 1)
  void fails() {
    throw new AssertionError("the reason");
  }

  @AfterEach
  void hang() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
