package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FrameArraysTest {
  private final FrameArrays arrays = new FrameArrays();

  @Test
  void shouldLendFirstWhatCameBackLast() {
    byte[] first = arrays.take(1_000);
    byte[] last = arrays.take(1_000);
    arrays.give(first);
    arrays.give(last);

    assertThat(arrays.take(900)).isSameAs(last);
    assertThat(arrays.take(1_000)).isSameAs(first);
    assertThat(arrays.take(1_000)).isNotSameAs(first).isNotSameAs(last).hasSize(1_000);
  }

  @Test
  void shouldNotLendWhatIsTooSmall() {
    byte[] small = arrays.take(1_000);
    arrays.give(small);

    assertThat(arrays.take(1_001)).hasSize(1_001);
    assertThat(arrays.take(1_000)).isSameAs(small);
  }

  @Test
  void shouldKeepNeitherLongArraysNorMany() {
    byte[] tooLong = arrays.take((128 << 10) + 1);
    arrays.give(tooLong);
    assertThat(arrays.take(1)).isNotSameAs(tooLong).hasSize(1);

    IntStream.range(0, 1_000).forEach(i -> arrays.give(new byte[10]));
    Set<byte[]> lent =
        Stream.generate(() -> arrays.take(5)).limit(1_000).collect(Collectors.toSet());
    assertThat(lent).hasSize(1_000).filteredOn(array -> array.length == 10).hasSize(64);
  }
}
