package cal.bench.baseline;

import cal.sample.upload.Statistics;
import io.netty.buffer.ByteBuf;
import java.time.Duration;

/**
 * Frames. A complete frame is stored in place; the rest of an incomplete frame is read into a
 * buffer of its own, with a copy of the first piece alone. Confined to an event loop.
 */
final class NettyUpload extends NettyConnection {
  private final CountingStore store;
  private int header;
  private int headerBytes;
  private ByteBuf frame;

  NettyUpload(Duration readTimeout, CountingStore store, Statistics statistics) {
    super(statistics, readTimeout);
    this.store = store;
  }

  @Override
  ByteBuf space() {
    return frame;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // It is that buffer, or another with the same bytes.
  void take(ByteBuf in, ByteBuf answers) throws BadRequest {
    if (frame != null && in != frame) { // The transport has begun that read before.
      frame.writeBytes(in, Math.min(in.readableBytes(), frame.writableBytes()));
    }
    if (frame != null && !frame.isWritable()) {
      acknowledge(frame, frame.readableBytes(), answers);
      release();
    }
    if (frame == null) {
      takeFrames(in, answers);
    }
  }

  private void takeFrames(ByteBuf in, ByteBuf answers) throws BadRequest {
    while (in.isReadable()) {
      if (headerBytes == 0 && in.readableBytes() >= Frames.HEADER) {
        begin(in.readInt(), in, answers);
      } else {
        header = (header << Byte.SIZE) | in.readUnsignedByte();
        if (++headerBytes == Frames.HEADER) {
          headerBytes = 0;
          begin(header, in, answers);
        }
      }
    }
  }

  private void begin(int length, ByteBuf in, ByteBuf answers) throws BadRequest {
    if (in.readableBytes() < Frames.checked(length)) {
      frame = in.alloc().directBuffer(length, length).writeBytes(in);
    } else {
      acknowledge(in, length, answers);
    }
  }

  private void acknowledge(ByteBuf in, int length, ByteBuf answers) {
    int crc = store.store(in.internalNioBuffer(in.readerIndex(), length));
    in.skipBytes(length);
    count(length);
    answers.writeInt(crc);
  }

  @Override
  boolean insideRequest() {
    return headerBytes > 0 || frame != null;
  }

  @Override
  void release() {
    if (frame != null) {
      frame.release();
      frame = null;
    }
  }
}
