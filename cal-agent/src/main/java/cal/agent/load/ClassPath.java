package cal.agent.load;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
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
  Map<String, byte[]> classes(Scope scope) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (Path entry : entries) {
      if (Files.isDirectory(entry)) {
        for (String file : filesOf(entry)) {
          if (scope.includes(nameOf(file)) && !classes.containsKey(nameOf(file))) {
            classes.put(nameOf(file), Files.readAllBytes(entry.resolve(file)));
          }
        }
      } else {
        addClasses(entry, scope, classes);
      }
    }
    return classes;
  }

  private static void addClasses(Path entry, Scope scope, Map<String, byte[]> classes)
      throws IOException {
    try (JarFile jar = open(entry)) {
      for (var file : (Iterable<java.util.jar.JarEntry>) jar.versionedStream()::iterator) {
        String name = nameOf(file.getName());
        if (file.getName().endsWith(CLASS) && scope.includes(name) && !classes.containsKey(name)) {
          try (InputStream in = jar.getInputStream(file)) {
            classes.put(name, in.readAllBytes());
          }
        }
      }
    }
  }

  /** The names of all classes, with dots. */
  Set<String> names() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (Path entry : entries) {
      for (String file : filesOf(entry)) {
        names.add(nameOf(file));
      }
    }
    return names;
  }

  private static List<String> filesOf(Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      try (Stream<Path> files = Files.walk(entry)) {
        return files
            .map(file -> entry.relativize(file).toString().replace(File.separatorChar, '/'))
            .filter(file -> file.endsWith(CLASS))
            .sorted()
            .toList();
      }
    }
    List<String> names = new ArrayList<>();
    try (JarFile jar = open(entry)) {
      jar.versionedStream()
          .map(file -> file.getName())
          .filter(name -> name.endsWith(CLASS))
          .forEach(names::add);
    }
    return names;
  }

  private static String nameOf(String file) {
    return file.replaceFirst("\\.class$", "").replace('/', '.');
  }
}
