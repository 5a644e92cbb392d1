package cal.bench.baseline;

import io.netty.buffer.ByteBuf;
import java.time.Duration;

/** Numbers and their prime factors. Confined to its event loop. */
final class NettyFactor extends NettyConnection {
  private final byte[] line = new byte[FactorLines.MAX_LINE];

  NettyFactor(Duration readTimeout) {
    super(readTimeout);
  }

  @Override
  boolean answer(ByteBuf in, ByteBuf answers) throws BadRequest {
    int most = Math.min(in.readableBytes(), line.length + 1);
    int length = in.bytesBefore(most, (byte) '\n');
    if (length < 0) {
      if (most > line.length) {
        throw FactorLines.tooLong();
      }
      return false;
    }
    in.readBytes(line, 0, length).skipBytes(1);
    answers.writeBytes(FactorLines.answer(line, length));
    return true;
  }

  @Override
  void refuse(String reason, ByteBuf answers) {
    answers.writeBytes(FactorLines.refusal(reason));
  }
}
