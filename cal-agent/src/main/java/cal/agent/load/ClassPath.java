package cal.agent.load;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The folders and jars that the system class loader reads, in its order, those that manifests name
 * among them. Immutable; files are opened for each look.
 */
final class ClassPath {
  private static final String CLASS = ".class";

  private final List<Path> entries;

  private ClassPath(List<Path> entries) {
    this.entries = entries;
  }

  /**
   * Reads a class path.
   *
   * @param text as in {@code java.class.path}; what does not exist is left out, as the JVM does
   * @param without the agent's own jar
   */
  static ClassPath of(String text, Path without) throws IOException {
    Set<Path> entries = new LinkedHashSet<>();
    for (String entry : text.split(File.pathSeparator)) {
      add(Path.of(entry).toAbsolutePath().normalize(), without, entries);
    }
    return new ClassPath(List.copyOf(entries));
  }

  private static void add(Path entry, Path without, Set<Path> entries) throws IOException {
    if (entry.equals(without) || !Files.exists(entry) || !entries.add(entry)) {
      return;
    }
    if (!Files.isDirectory(entry)) {
      for (String next : classPathOf(entry)) {
        URI uri = entry.toUri().resolve(next);
        if ("file".equals(uri.getScheme())) {
          add(Path.of(uri).normalize(), without, entries);
        }
      }
    }
  }

  private static List<String> classPathOf(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String value =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return value == null ? List.of() : List.of(value.strip().split("\\s+"));
    }
  }

  List<Path> entries() {
    return entries;
  }

  /** Every file of a name, by its entry. */
  Map<Path, byte[]> all(String name) throws IOException {
    Map<Path, byte[]> found = new LinkedHashMap<>();
    for (Path entry : entries) {
      byte[] content = read(entry, name);
      if (content != null) {
        found.put(entry, content);
      }
    }
    return found;
  }

  private static byte[] read(Path entry, String name) throws IOException {
    if (Files.isDirectory(entry)) {
      Path file = entry.resolve(name);
      return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }
    try (JarFile jar = open(entry)) {
      var found = jar.getJarEntry(name);
      if (found == null) {
        return null;
      }
      try (InputStream in = jar.getInputStream(found)) {
        return in.readAllBytes();
      }
    }
  }

  private static JarFile open(Path jar) throws IOException {
    return new JarFile(jar.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion());
  }

  /** Class files by name, with dots; of two the one that is loaded. */
  Map<String, byte[]> classes(Predicate<String> included) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (Path entry : entries) {
      for (String name : namesOf(entry)) {
        if (included.test(name) && !classes.containsKey(name)) {
          classes.put(name, read(entry, fileOf(name)));
        }
      }
    }
    return classes;
  }

  /** The names of all classes, with dots. */
  Set<String> names() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (Path entry : entries) {
      names.addAll(namesOf(entry));
    }
    return names;
  }

  /** The file of a class, by its name with dots. */
  static String fileOf(String name) {
    return name.replace('.', '/') + CLASS;
  }

  private static List<String> namesOf(Path entry) throws IOException {
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(entry)) {
      try (Stream<Path> files = Files.walk(entry)) {
        files
            .map(file -> entry.relativize(file).toString().replace(File.separatorChar, '/'))
            .forEach(file -> addName(file, names));
      }
    } else {
      try (ZipFile jar = new ZipFile(entry.toFile())) {
        for (Enumeration<? extends ZipEntry> all = jar.entries(); all.hasMoreElements(); ) {
          addName(all.nextElement().getName(), names);
        }
      }
    }
    return names;
  }

  /** What only a later release of Java has, below META-INF, is not looked at. */
  private static void addName(String file, List<String> names) {
    if (file.endsWith(CLASS) && !file.startsWith("META-INF/")) {
      names.add(file.substring(0, file.length() - CLASS.length()).replace('/', '.'));
    }
  }
}
