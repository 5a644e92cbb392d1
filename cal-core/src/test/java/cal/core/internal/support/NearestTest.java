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
  void shouldTellASlipFromAnotherWord() {
    assertThat(Nearest.misspelt("modle", List.of("model", "set"))).contains("model");
    assertThat(Nearest.misspelt("jar", List.of("model", "config"))).isEmpty();
    assertThat(Nearest.misspelt("model", List.of())).isEmpty();
  }

  @Test
  void shouldSayNothingWhereNothingIsKnown() {
    assertThat(Nearest.to("thread", List.of())).isEqualTo("nothing");
  }
}
