package cal.bench.baseline;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Frames. A complete frame is stored in place; the rest of an incomplete frame is read into a
 * buffer of its own, with a copy of the first piece alone. Confined to a loop.
 */
final class LoopUpload extends LoopConnection {
  /** Room behind a frame: a read short of this room has got all bytes there. */
  private static final int SLACK = 64;

  private final CountingStore store;
  private int header;
  private int headerBytes;
  private ByteBuffer frame;
  private int frameBytes;

  LoopUpload(Loop<?> loop, ClientSocket socket, CountingStore store) {
    super(loop, socket);
    this.store = store;
  }

  @Override
  ByteBuffer space() {
    return frame == null ? loop.input.clear() : frame;
  }

  @Override
  void take() throws BadRequest, IOException {
    if (frame == null) {
      takeFrames(loop.input.flip());
    } else if (frame.position() >= frameBytes) {
      takeFrame();
    }
  }

  private void takeFrame() throws BadRequest, IOException {
    ByteBuffer in = frame.flip();
    frame = null;
    try {
      begin(frameBytes, in);
      takeFrames(in);
    } finally {
      loop.frames.give(in);
    }
  }

  private void takeFrames(ByteBuffer in) throws BadRequest, IOException {
    while (in.hasRemaining()) {
      if (headerBytes == 0 && in.remaining() >= Frames.HEADER) {
        begin(in.getInt(), in);
      } else {
        header = (header << 8) | (in.get() & 0xff);
        if (++headerBytes == Frames.HEADER) {
          int length = header;
          header = 0;
          headerBytes = 0;
          begin(length, in);
        }
      }
    }
  }

  private void begin(int length, ByteBuffer in) throws BadRequest, IOException {
    int left = in.remaining() - Frames.checked(length);
    if (left < 0) {
      frame = loop.frames.take(length + SLACK).put(in);
      frameBytes = length;
      return;
    }
    int end = in.limit();
    in.limit(end - left);
    int crc = store.store(in);
    in.limit(end);
    acknowledge(length, crc);
  }

  private void acknowledge(int length, int crc) throws IOException {
    answer(length, Integer.BYTES).putInt(crc);
  }

  @Override
  boolean insideRequest() {
    return headerBytes > 0 || frame != null;
  }

  @Override
  void release() {
    if (frame != null) {
      loop.frames.give(frame);
      frame = null;
    }
  }
}
