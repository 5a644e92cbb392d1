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
import java.util.stream.Collectors;

/** A server that nobody here wrote: how it is started, adopted, and loaded. */
public enum AdoptedServer {
  /** NanoHTTPD, small answers on connections that are kept alive. */
  NANOHTTPD("NanoHTTPD 2.3.1", "HttpHost", "fi.iki.elonen..*", 256, 1.2),
  /** H2's TCP server, small transactions. */
  H2("H2 2.3.232", "DatabaseHost", "org.h2..*", 50, 1.0),
  /** MockFtpServer, commands of one line. */
  MOCKFTPSERVER("MockFtpServer 3.2.0", "FtpHost", "org.mockftpserver..*", 50, null);

  private final String title;
  private final String host;
  private final String scope;
  private final int connections;
  private final Double goal;

  AdoptedServer(String title, String host, String scope, int connections, Double goal) {
    this.title = title;
    this.host = host;
    this.scope = scope;
    this.connections = connections;
    this.goal = goal;
  }

  /**
   * Its name and version.
   *
   * @return for people
   */
  public String title() {
    return title;
  }

  /**
   * The classes whose threads are adopted.
   *
   * @return a pattern
   */
  public String scope() {
    return scope;
  }

  /**
   * The clients that load it.
   *
   * @return how many connections
   */
  public int connections() {
    return connections;
  }

  /**
   * What the best model has to reach.
   *
   * @return times the stock server; null where there is no goal
   */
  public Double goal() {
    return goal;
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

  /**
   * What the agent is told.
   *
   * @param agent its jar
   * @param model which model
   * @return arguments of the JVM
   */
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
