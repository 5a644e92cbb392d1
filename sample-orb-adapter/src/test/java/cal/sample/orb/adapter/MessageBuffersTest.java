package cal.sample.orb.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
  void shouldKeepNoLongBuffer() {
    byte[] huge = buffers.take(2 << 20);
    buffers.giveBack(huge);

    assertThat(buffers.take(10)).isNotSameAs(huge);
  }

  /** A thousand clients' messages under way at once are nothing unusual. */
  @Test
  void shouldKeepAsManyBytesAsAllowed() {
    int allowed = 1000;
    MessageBuffers bounded = new MessageBuffers((long) allowed * 4096);
    List<byte[]> lent = take(bounded, allowed + 100);
    lent.forEach(bounded::giveBack);

    Set<byte[]> again = Collections.newSetFromMap(new IdentityHashMap<>());
    again.addAll(take(bounded, allowed + 100));
    again.retainAll(lent);

    assertThat(again).hasSize(allowed);
  }

  private static List<byte[]> take(MessageBuffers from, int number) {
    return Stream.generate(() -> from.take(10)).limit(number).toList();
  }
}
