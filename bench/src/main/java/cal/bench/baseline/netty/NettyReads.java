package cal.bench.baseline.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * The buffer for a connection's next read: the connection's own, or else a buffer sized by the
 * reads before. Confined to an event loop.
 */
@SuppressWarnings("deprecation") // Handle is, in favour of ExtendedHandle, which is one.
final class NettyReads implements RecvByteBufAllocator {
  /** Netty reads at most 64 KB at a time by default: an 80 KB frame would always be copied. */
  private static final int MOST_READ = 128 << 10;

  private static final RecvByteBufAllocator ADAPTIVE =
      new AdaptiveRecvByteBufAllocator(64, 2048, MOST_READ);

  private final NettyConnection connection;

  NettyReads(NettyConnection connection) {
    this.connection = connection;
  }

  @Override
  public Handle newHandle() {
    return new Reads(ADAPTIVE.newHandle());
  }

  private final class Reads extends DelegatingHandle implements ExtendedHandle {
    Reads(Handle adaptive) {
      super(adaptive);
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator allocator) {
      ByteBuf own = connection.space();
      return own == null ? super.allocate(allocator) : own.retain();
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier mayBeMore) {
      return ((ExtendedHandle) delegate()).continueReading(mayBeMore);
    }
  }
}
