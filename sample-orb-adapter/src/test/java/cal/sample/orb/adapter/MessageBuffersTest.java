package cal.sample.orb.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageBuffersTest {
  private final MessageBuffers buffers = new MessageBuffers();

  @Test
  void shouldLendFirstWhatCameBackLast() {
    byte[] first = buffers.take(80 << 10);
    byte[] second = buffers.take(80 << 10);
    assertThat(second).isNotSameAs(first);

    buffers.giveBack(first);
    buffers.giveBack(second);

    assertThat(buffers.take(80 << 10)).isSameAs(second);
    assertThat(buffers.take(100)).isSameAs(first);
  }

  @Test
  void shouldLendNoBufferThatIsTooShort() {
    buffers.giveBack(buffers.take(100));

    assertThat(buffers.take(5000)).hasSizeGreaterThanOrEqualTo(5000);
    assertThat(buffers.take(0)).isNotNull();
  }

  @Test
  void shouldKeepNeitherLongBuffersNorAnyNumber() {
    byte[] huge = buffers.take(2 << 20);
    buffers.giveBack(huge);
    assertThat(buffers.take(10)).isNotSameAs(huge);

    List<byte[]> lent = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      lent.add(buffers.take(10));
    }
    lent.forEach(buffers::giveBack);
    int again = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] buffer = buffers.take(10);
      again += lent.stream().anyMatch(one -> one == buffer) ? 1 : 0;
    }
    assertThat(again).isBetween(1, 100);
  }
}
