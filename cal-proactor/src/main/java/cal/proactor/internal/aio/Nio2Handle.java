package cal.proactor.internal.aio;

import cal.proactor.AioHandle;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousChannel;
import java.nio.channels.NetworkChannel;

/** A socket or file over an asynchronous channel of the JDK. */
public final class Nio2Handle extends AioHandle {
  private final AsynchronousChannel channel;

  Nio2Handle(AsynchronousChannel channel) {
    this.channel = channel;
  }

  AsynchronousChannel channel() {
    return channel;
  }

  @Override
  public SocketAddress localAddress() throws IOException {
    return channel instanceof NetworkChannel socket ? socket.getLocalAddress() : null;
  }

  @Override
  protected void release() throws IOException {
    channel.close();
  }
}
