package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;

import cal.simulation.Simulated;
import org.junit.jupiter.api.BeforeEach;

/** A test, and a method before each test, as a contract suite has them. */
abstract class PreparedContract {
  int prepared;

  @BeforeEach
  void prepare() {
    prepared++;
  }

  @Simulated(seeds = 2)
  void shouldRunOverridingMethodsOnce() {
    assertEquals(10, prepared);
  }
}
