package cal.core.internal.socket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * The JDK's channel of a stream, which tells the stream. As thread-safe as the JDK's.
 *
 * @param stream that is written to
 * @param plain the JDK's channel of it
 */
record StreamChannel(OutputStream stream, WritableByteChannel plain)
    implements WritableByteChannel {
  @Override
  public int write(ByteBuffer source) throws IOException {
    return plain.write(source);
  }

  @Override
  public boolean isOpen() {
    return plain.isOpen();
  }

  @Override
  public void close() throws IOException {
    plain.close();
  }
}
