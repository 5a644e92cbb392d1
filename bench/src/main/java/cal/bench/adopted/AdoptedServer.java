package cal.bench.adopted;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A server that nobody here wrote: how it is started, adopted, and loaded. */
public enum AdoptedServer {
  /** NanoHTTPD 2.3.1, small answers on connections that are kept alive. */
  NANOHTTPD("HttpHost", "fi.iki.elonen..*", 256),
  /** H2's TCP server 2.3.232, small transactions. */
  H2("DatabaseHost", "org.h2..*", 50),
  /** MockFtpServer 3.2.0, commands of one line. */
  MOCKFTPSERVER("FtpHost", "org.mockftpserver..*", 50);

  private final String host;
  private final String scope;
  private final int connections;

  AdoptedServer(String host, String scope, int connections) {
    this.host = host;
    this.scope = scope;
    this.connections = connections;
  }

  /** The words of all. */
  public static List<String> words() {
    return Arrays.stream(values()).map(AdoptedServer::word).toList();
  }

  /** The one that a word of {@link #words} names. */
  public static AdoptedServer of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Its name in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A pattern of the classes whose threads are adopted. */
  public String scope() {
    return scope;
  }

  /** How many connections load it. */
  public int connections() {
    return connections;
  }

  /**
   * The arguments of its JVM.
   *
   * @param jars a folder with the jars of all servers
   * @param classes an empty folder, or one that was given before: the hosts are put there
   * @return class path and main class
   */
  public List<String> main(Path jars, Path classes) {
    copyHosts(classes);
    File[] files = jars.toFile().listFiles((folder, name) -> name.endsWith(".jar"));
    if (files == null || files.length == 0) {
      throw new IllegalArgumentException("no jars in " + jars);
    }
    String path =
        Arrays.stream(files)
            .map(File::getPath)
            .sorted()
            .collect(Collectors.joining(File.pathSeparator));
    return List.of(
        "-Dh2.bindAddress=127.0.0.1",
        "-cp",
        classes + File.pathSeparator + path,
        AdoptedServer.class.getPackageName() + "." + host);
  }

  /** The arguments by which a JVM tells the agent. */
  public List<String> adopted(Path agent, String model) {
    return new ArrayList<>(
        List.of(
            "-javaagent:" + agent,
            "-Dcal.adopt=threads:" + scope,
            "-Dcal.cache=none",
            "-Dcal.model=" + model));
  }

  /** Their classes alone: this program's jar names all of CAL in its manifest. */
  private static void copyHosts(Path classes) {
    for (AdoptedServer one : values()) {
      // By its name: what it extends is not on this class path.
      String file = (AdoptedServer.class.getPackageName() + "." + one.host).replace('.', '/');
      Path copy = classes.resolve(file + ".class");
      try (InputStream in =
          AdoptedServer.class.getClassLoader().getResourceAsStream(file + ".class")) {
        Files.createDirectories(copy.getParent());
        Files.write(copy, in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + copy, e);
      }
    }
  }
}
