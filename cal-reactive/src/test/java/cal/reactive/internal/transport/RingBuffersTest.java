package cal.reactive.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.os.JdkChannels;
import cal.core.internal.os.Ring;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Buffers that one ring after the other fills. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class RingBuffersTest {
  private static final int RINGS = 16;
  private static final int NO_BUFFER = -105;

  /** {@code recv} into a buffer chosen by the kernel. */
  private static final int RECEIVE = Ring.RECEIVE | (1 << 5) << 8;

  /** The system ends a ring some time after its close. Such a ring would keep the bytes. */
  @Test
  void shouldLeaveNoBufferToARingThatIsLeftAndLivesOn() throws Exception {
    List<Ring> rings = new ArrayList<>();
    try (ServerSocketChannel listener =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel peer = SocketChannel.open(listener.getLocalAddress());
        SocketChannel accepted = listener.accept()) {
      RingBuffers buffers = new RingBuffers();
      Ring left = given(buffers, rings);
      left.put(RECEIVE, JdkChannels.descriptor(accepted), 0, 0, 0, 0, 1);
      left.enter(0);
      for (int i = 0; i < RINGS; i++) {
        buffers.takeBack();
        given(buffers, rings);
      }

      peer.write(ByteBuffer.wrap(new byte[1]));
      left.enter(TimeUnit.MINUTES.toNanos(2));

      assertThat(left.hasNext()).as("an end of the operation").isTrue();
      left.next();
      assertThat(left.result()).isEqualTo(NO_BUFFER);
      assertThat(accepted.read(ByteBuffer.allocate(2))).as("bytes in the system").isEqualTo(1);
    } finally {
      rings.forEach(Ring::close);
    }
  }

  private static Ring given(RingBuffers buffers, List<Ring> rings) throws Exception {
    Ring ring = Ring.ofOneThread(8);
    rings.add(ring);
    buffers.giveTo(ring);
    return ring;
  }
}
