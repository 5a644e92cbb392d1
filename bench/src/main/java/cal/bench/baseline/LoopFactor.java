package cal.bench.baseline;

import cal.sample.upload.Protocol;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Numbers and their prime factors. Confined to its loop. */
final class LoopFactor extends LoopConnection {
  /** Answers cost far more than reading, so a client gets few of them at a time. */
  private static final int TURN_BYTES = 256;

  private final byte[] line = new byte[FactorLines.MAX_LINE];
  private int length;

  LoopFactor(Loop<?> loop, ClientSocket socket) {
    super(loop, socket, Protocol.FACTOR);
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
        byte[] answer = FactorLines.answer(line, complete);
        answer(complete, answer.length).put(answer);
      } else if (length < line.length) {
        line[length++] = next;
      } else {
        throw FactorLines.tooLong();
      }
    }
  }

  @Override
  boolean defersAnswers() {
    return false;
  }

  @Override
  boolean insideRequest() {
    return length > 0;
  }

  @Override
  void refuse(String reason) throws IOException {
    byte[] answer = FactorLines.refusal(reason);
    room(answer.length).put(answer);
  }
}
