package cal.bench.baseline;

import io.netty.buffer.ByteBuf;
import java.time.Duration;

/** Frames, stored from the buffer that they were read into. Confined to its event loop. */
final class NettyUpload extends NettyConnection {
  private final CountingStore store;

  NettyUpload(Duration readTimeout, CountingStore store) {
    super(readTimeout);
    this.store = store;
  }

  @Override
  boolean answer(ByteBuf in, ByteBuf answers) throws BadRequest {
    if (in.readableBytes() < Frames.HEADER) {
      return false;
    }
    int start = in.readerIndex();
    int length = Frames.checked(in.getInt(start));
    if (in.readableBytes() < Frames.HEADER + length) {
      return false;
    }
    answers.writeInt(store.store(in.internalNioBuffer(start + Frames.HEADER, length)));
    in.skipBytes(Frames.HEADER + length);
    return true;
  }

  @Override
  void refuse(String reason, ByteBuf answers) {}
}
