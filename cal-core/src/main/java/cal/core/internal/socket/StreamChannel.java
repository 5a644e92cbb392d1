package cal.core.internal.socket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * The JDK's channel of a stream, which names the stream. As thread-safe as the JDK's.
 *
 * @param stream of the output
 * @param plain the JDK's channel of the stream
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
