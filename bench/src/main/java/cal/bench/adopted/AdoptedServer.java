package cal.bench.adopted;

import cal.bench.Scratch;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
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
import java.util.stream.Stream;

/** A server that nobody here wrote: how it is started, adopted, and loaded. */
public enum AdoptedServer {
  /** NanoHTTPD 2.3.1, small answers on connections that are kept alive. */
  NANOHTTPD("HttpHost", "fi.iki.elonen..*"),
  /** H2's TCP server 2.3.232, small transactions. */
  H2("DatabaseHost", "org.h2..*"),
  /** The same, with its loops cut into steps by a file. */
  H2_STEPS("DatabaseHost", "frameworks/h2/cal.yaml"),
  /** MockFtpServer 3.2.0, commands of one line. */
  MOCKFTPSERVER("FtpHost", "org.mockftpserver..*");

  private static final String HOSTS = AdoptedServer.class.getPackageName() + ".";

  private final String host;
  private final String taken;

  AdoptedServer(String host, String taken) {
    this.host = host;
    this.taken = taken;
  }

  /** The words of all. */
  public static List<String> words() {
    return Arrays.stream(values()).map(AdoptedServer::word).toList();
  }

  /** The one that a word of {@link #words} names. */
  public static AdoptedServer of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Its name in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether its clients use its driver of JDBC. */
  boolean isDatabase() {
    return this == H2 || this == H2_STEPS;
  }

  /** An option of {@code ./cal run}: the classes whose threads are adopted, or the file. */
  public List<String> option() {
    return taken.endsWith(".yaml")
        ? List.of("--config", BuildLayout.root().resolve(taken).toString())
        : List.of("--adopt", "threads:" + taken);
  }

  /**
   * The words of its JVM.
   *
   * @param model under which the agent adopts its threads; null for the program as it comes
   * @param flags more of the JVM
   * @return options, class path and main class
   */
  public List<String> words(String model, List<String> flags) {
    List<String> words = new ArrayList<>(flags);
    if (model != null) {
      words.add("-javaagent:" + BuildLayout.agent());
      words.add(option().getFirst().replace("--", "-Dcal.") + "=" + option().getLast());
      words.addAll(List.of("-Dcal.cache=none", "-Dcal.model=" + model));
    }
    File[] jars = jars().toFile().listFiles((folder, name) -> name.endsWith(".jar"));
    if (jars == null || !Files.exists(BuildLayout.agent())) {
      throw new Failure(2, "no programs to adopt in " + jars() + "; build them by 'mvn package'");
    }
    Stream<String> path = Stream.of(jars).map(File::getPath).sorted();
    words.addAll(List.of("-Dh2.bindAddress=127.0.0.1", "-cp"));
    words.add(
        Stream.concat(Stream.of(hosts().toString()), path)
            .collect(Collectors.joining(File.pathSeparator)));
    words.add(HOSTS + host);
    return words;
  }

  /** The jars of all programs. */
  static Path jars() {
    return BuildLayout.built().resolve("adopted");
  }

  /** Their classes alone, in a folder: this program's jar names all of CAL in its manifest. */
  private static Path hosts() {
    try {
      Path folder = Scratch.folder();
      for (AdoptedServer one : values()) {
        // By its name: what it extends is not on this class path.
        String file = (HOSTS + one.host).replace('.', '/') + ".class";
        Path copy = folder.resolve(file);
        try (InputStream in = AdoptedServer.class.getClassLoader().getResourceAsStream(file)) {
          Files.createDirectories(copy.getParent());
          Files.write(copy, in.readAllBytes());
        }
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("no copies of the programs to adopt", e);
    }
  }
}
