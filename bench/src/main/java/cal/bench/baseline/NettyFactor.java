package cal.bench.baseline;

import cal.sample.upload.Protocol;
import cal.sample.upload.Statistics;
import io.netty.buffer.ByteBuf;
import java.time.Duration;

/** Numbers and their prime factors. Confined to its event loop. */
final class NettyFactor extends NettyConnection {
  private final byte[] line = new byte[FactorLines.MAX_LINE];
  private int length;

  NettyFactor(Duration readTimeout, Statistics statistics) {
    super(Protocol.FACTOR, statistics, readTimeout);
  }

  @Override
  void take(ByteBuf in, ByteBuf answers) throws BadRequest {
    while (in.isReadable()) {
      int end = in.bytesBefore((byte) '\n');
      int here = end < 0 ? in.readableBytes() : end;
      if (length + here > line.length) {
        throw FactorLines.tooLong();
      }
      in.readBytes(line, length, here);
      length += here;
      if (end >= 0) {
        in.skipBytes(1);
        int complete = length;
        length = 0;
        byte[] answer = FactorLines.answer(line, complete);
        count(complete);
        answers.writeBytes(answer);
      }
    }
  }

  @Override
  boolean insideRequest() {
    return length > 0;
  }

  @Override
  void refuse(String reason, ByteBuf answers) {
    answers.writeBytes(FactorLines.refusal(reason));
  }
}
