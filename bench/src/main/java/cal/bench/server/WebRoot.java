package cal.bench.server;

import cal.bench.Scratch;
import cal.cli.load.exchange.WebFiles;
import cal.cli.support.BuildLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The files that web servers serve, and their configurations, in a temporary folder that anybody
 * may read: made when it is first asked for, deleted when this process ends. Thread-safe.
 */
public final class WebRoot {
  /** Below those that the system gives to clients. */
  private static final int FIRST_PORT = 20_000;

  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger(FIRST_PORT + (int) (ProcessHandle.current().pid() % 10_000));

  private static final Path FILES = make();

  private WebRoot() {}

  private static Path make() {
    try {
      Path files = Scratch.folder();
      WebFiles.write(files);
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for the files of web servers", e);
    }
  }

  /** The files. */
  static Path files() {
    return FILES;
  }

  /**
   * A configuration of the folder {@code bench/experiments/web} for one server.
   *
   * @param words for each word between @ another one, beside {@code root} and {@code folder}
   */
  static String configuration(String file, Map<String, String> words) {
    String text = text(file);
    for (Map.Entry<String, String> word : words.entrySet()) {
      text = text.replace("@" + word.getKey() + "@", word.getValue());
    }
    try {
      Path folder = Scratch.folder();
      text = text.replace("@root@", files().toString()).replace("@folder@", folder.toString());
      return Files.writeString(folder.resolve(file), text).toString();
    } catch (IOException e) {
      throw new UncheckedIOException("no configuration of a web server", e);
    }
  }

  /** The text of a file beside the experiments. */
  static String text(String file) {
    try {
      return Files.readString(source(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file beside the experiments. */
  static Path source(String file) {
    return BuildLayout.root().resolve("bench/experiments/web").resolve(file);
  }

  /** A port at which nobody listens now, for a server that cannot look for one itself. */
  static int freePort() {
    int port = NEXT_PORT.getAndIncrement();
    while (!isFree(port)) {
      port = NEXT_PORT.getAndIncrement();
    }
    return port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return free.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
