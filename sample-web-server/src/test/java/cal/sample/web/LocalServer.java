package cal.sample.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The unwoven server in this JVM: one client after the other, by a thread of the test. */
final class LocalServer implements AutoCloseable {
  private final Acceptor acceptor;
  private final Thread thread;

  LocalServer(Handler handler, Limits limits, AccessLog log) throws IOException {
    this(new HttpProtocol(null, new Site(handler, limits, log)));
  }

  LocalServer(Protocol protocol) throws IOException {
    acceptor = new Acceptor(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol);
    thread = Thread.ofPlatform().name("server under test").start(acceptor::run);
  }

  static LocalServer of(Handler handler) throws IOException {
    return new LocalServer(handler, Limits.USUAL, AccessLog.NONE);
  }

  /** The pipeline of the command line over a folder. */
  static Handler pipeline(Path root, int inMemory) throws IOException {
    Disk disk = new Disk(root, Disk.Links.INSIDE, "index.html", inMemory, false);
    FileSystem files = new CachedFiles(disk, new TinyLfuCache(1 << 20));
    Handler pipeline = new MethodFilter().before(new FileHandler(files, true));
    return new HiddenFilter().before(pipeline);
  }

  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  int port() {
    return acceptor.port();
  }

  /** Has no more clients come. */
  void stop() {
    acceptor.close();
  }

  Client connect() throws IOException {
    return new Client(port());
  }

  @Override
  public void close() throws InterruptedException {
    acceptor.close();
    if (!thread.join(Duration.ofMinutes(2))) {
      throw new AssertionError("the server still runs after it was closed");
    }
  }
}
