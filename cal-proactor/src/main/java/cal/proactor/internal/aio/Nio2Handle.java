package cal.proactor.internal.aio;

import cal.proactor.AioHandle;
import java.io.IOException;
import java.nio.channels.AsynchronousChannel;

/** A socket over an asynchronous channel of the JDK. */
public final class Nio2Handle extends AioHandle {
  private final AsynchronousChannel channel;

  Nio2Handle(AsynchronousChannel channel) {
    this.channel = channel;
  }

  @Override
  protected AsynchronousChannel channel() {
    return channel;
  }

  @Override
  protected void release() throws IOException {
    channel.close();
  }
}
