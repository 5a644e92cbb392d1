package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The word that somebody probably meant. */
class NearestTest {
  @ParameterizedTest
  @CsvSource({
    "tread, thread",
    "treadpool, thread-pool",
    "vitrual, virtual",
    "'', thread",
    "x, thread"
  })
  void shouldFindTheLeastEditDistanceThenTheFirstWord(String word, String nearest) {
    assertThat(Nearest.to(word, List.of("virtual", "thread-pool", "thread"))).isEqualTo(nearest);
  }

  @Test
  void shouldSayNothingWhereNothingIsKnown() {
    assertThat(Nearest.to("thread", List.of())).isEqualTo("nothing");
  }
}
