package cal.sample.upload;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A listener on a free port of the loopback address, run by a thread of the test. */
final class RunningListener implements AutoCloseable {

  private final Listener listener;
  private final Thread thread;

  RunningListener(Service service) throws IOException {
    listener = new Listener(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), service);
    thread = Thread.ofPlatform().name("listener under test").start(listener::run);
  }

  static RunningListener upload(Store store, Duration readTimeout) throws IOException {
    FrameArrays arrays = new FrameArrays();
    Statistics statistics = new Statistics();
    return new RunningListener(
        socket -> new UploadConnection(socket, store, arrays, statistics, readTimeout));
  }

  static RunningListener factor(Duration readTimeout) throws IOException {
    Statistics statistics = new Statistics();
    return new RunningListener(socket -> new FactorConnection(socket, statistics, readTimeout));
  }

  Client connect() throws IOException {
    return new Client(listener.port());
  }

  @Override
  public void close() throws InterruptedException {
    listener.close();
    if (!thread.join(Duration.ofSeconds(10))) {
      throw new AssertionError("the listener still runs 10 s after it was closed");
    }
  }
}
