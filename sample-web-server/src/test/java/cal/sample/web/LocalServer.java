package cal.sample.web;

import cal.sample.web.files.FileHandler;
import cal.sample.web.files.FileOptions;
import cal.sample.web.filter.Pipeline;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpProtocol;
import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;

/** The unwoven server in this JVM: one client after the other, by a thread of the test. */
public final class LocalServer implements AutoCloseable {
  private static final int IDLE_MILLIS = 60_000;

  private final Acceptor acceptor;
  private final Thread thread;

  public LocalServer(Protocol protocol) throws IOException {
    acceptor = acceptor(protocol);
    thread = Thread.ofPlatform().name("server under test").start(acceptor::run);
  }

  public static LocalServer of(Handler handler) throws IOException {
    return new LocalServer(http(handler));
  }

  public static HttpProtocol http(Handler handler) {
    return new HttpProtocol(handler, IDLE_MILLIS, null);
  }

  /** On a free port; nobody accepts yet. */
  public static Acceptor acceptor(Protocol protocol) throws IOException {
    return new Acceptor(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol);
  }

  /** The pipeline of the command line over a folder. */
  public static Handler pipeline(Path root, int inMemory) throws IOException {
    FileOptions files = new FileOptions();
    new CommandLine(files)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs("--root", root.toString(), "--in-memory", Integer.toString(inMemory));
    return new Pipeline(List.of(), new FileHandler(files.files())).of(Pipeline.USUAL);
  }

  public static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  public int port() {
    return acceptor.port();
  }

  /** Has no more clients come. */
  public void stop() {
    acceptor.close();
  }

  public Client connect() throws IOException {
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
