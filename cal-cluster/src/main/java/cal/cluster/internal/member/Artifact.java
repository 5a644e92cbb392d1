package cal.cluster.internal.member;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The version of a server: a checksum over the classes of all artifacts with a weaver's record, or
 * of the whole class path of a server woven at load time. Servers and nodes of different versions
 * do not understand each other's objects. Stateless.
 */
public final class Artifact {
  private static final String RECORD = "META-INF/cal/captures";

  /** A node may have these elsewhere on the class path, or not at all. */
  private static final List<String> LIBRARIES =
      List.of(
          "cal/core/", "cal/cluster/", "cal/agent/", "cal/cli/", "com/hazelcast/", "org/aspectj/");

  private Artifact() {}

  /**
   * The version of a class loader's server.
   *
   * @return eight hexadecimal digits; zeros without classes
   */
  public static String of(ClassLoader loader) {
    Map<String, Long> classes = new TreeMap<>();
    try {
      for (URL record : Collections.list(loader.getResources(RECORD))) {
        URLConnection connection = record.openConnection();
        if (connection instanceof JarURLConnection inJar) {
          inJar.setUseCaches(false);
          try (JarFile jar = inJar.getJarFile()) {
            read(jar, classes);
          }
        } else {
          String root = record.toString();
          read(Path.of(URI.create(root.substring(0, root.length() - RECORD.length()))), classes);
        }
      }
      if (classes.isEmpty()) {
        readClassPath(classes);
        classes.keySet().removeIf(name -> LIBRARIES.stream().anyMatch(name::startsWith));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException("an artifact cannot be read", unreadable);
    }
    CRC32 sum = new CRC32();
    classes.forEach(
        (name, crc) -> sum.update((name + " " + crc + "\n").getBytes(StandardCharsets.UTF_8)));
    return classes.isEmpty() ? "00000000" : "%08x".formatted(sum.getValue());
  }

  /** A jar with a class path in its manifest is read alone: the jar's classes are the server's. */
  private static void readClassPath(Map<String, Long> classes) throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        read(path, classes);
      } else if (Files.isRegularFile(path)) {
        try (JarFile jar = new JarFile(path.toFile())) {
          read(jar, classes);
        }
      }
    }
  }

  private static void read(JarFile jar, Map<String, Long> classes) {
    for (JarEntry entry : Collections.list(jar.entries())) {
      if (entry.getName().endsWith(".class")) {
        classes.put(entry.getName(), entry.getCrc());
      }
    }
  }

  private static void read(Path root, Map<String, Long> classes) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".class")) {
          CRC32 sum = new CRC32();
          try (InputStream in = Files.newInputStream(file)) {
            sum.update(in.readAllBytes());
          }
          classes.put(root.relativize(file).toString(), sum.getValue());
        }
      }
    }
  }
}
