package cal.simulation.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChanceTest {
  @Test
  void shouldShareNoNumbersBetweenSeedsAndUses() {
    Set<Long> numbers = new HashSet<>();
    for (long seed = 1; seed <= 100; seed++) {
      for (int use = 0; use < 3; use++) {
        Chance chance = new Chance(seed, use);
        for (int draw = 0; draw < 1_000; draw++) {
          numbers.add(chance.next());
        }
      }
    }

    assertThat(numbers).hasSize(300_000);
  }

  @Test
  void shouldRepeatTheNumbersOfASeed() {
    assertThat(new Chance(7).next()).isEqualTo(new Chance(7, 0).next());
  }
}
