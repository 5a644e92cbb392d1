package cal.bench.baseline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Numbers and their prime factors. Confined to its loop. */
final class NioFactor extends NioConnection {
  /** Answers cost far more than reading, so a client gets few of them at a time. */
  private static final int TURN_BYTES = 256;

  private final byte[] line = new byte[FactorLines.MAX_LINE];
  private int length;

  NioFactor(NioLoop loop, SocketChannel channel) throws IOException {
    super(loop, channel);
  }

  @Override
  ByteBuffer space() {
    return loop.input.clear().limit(TURN_BYTES);
  }

  @Override
  void take() throws BadRequest, IOException {
    ByteBuffer in = loop.input.flip();
    while (in.hasRemaining()) {
      byte next = in.get();
      if (next == '\n') {
        int complete = length;
        length = 0;
        put(FactorLines.answer(line, complete));
      } else if (length < line.length) {
        line[length++] = next;
      } else {
        throw FactorLines.tooLong();
      }
    }
  }

  private void put(byte[] bytes) throws IOException {
    answer(bytes.length).put(bytes);
  }

  @Override
  boolean insideRequest() {
    return length > 0;
  }

  @Override
  void refuse(String reason) throws IOException {
    put(FactorLines.refusal(reason));
  }
}
