package cal.agent.path;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * The folders and jars of the system class loader, in its order, entries of manifests included. As
 * in the JVM, files that are missing, unreadable or no jars are left out, with their manifests.
 * Immutable; files are opened for each look.
 */
public final class ClassPath {
  public static final String CLASS = ".class";

  private final List<Path> entries;

  private ClassPath(List<Path> entries) {
    this.entries = entries;
  }

  /**
   * Reads a class path.
   *
   * @param text as {@code java} is given it
   * @param without the agent's own jar
   */
  public static ClassPath of(String text, Path without) {
    Set<Path> entries = new LinkedHashSet<>();
    for (String entry : text.split(File.pathSeparator)) {
      try {
        for (Path path : expanded(entry)) {
          add(path, Files.isDirectory(path), without, entries);
        }
      } catch (IOException | InvalidPathException noFile) {
        log(entry, noFile);
      }
    }
    return new ClassPath(List.copyOf(entries));
  }

  /** The files and folders of a class path that are missing, which {@code java} passes over. */
  public static List<String> missing(String text) {
    return Stream.of(text.split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty() && !entry.endsWith("*") && !new File(entry).exists())
        .toList();
  }

  /** The jars of a folder in place of {@code folder/*}, as {@code java} does. */
  private static List<Path> expanded(String entry) throws IOException {
    boolean jars = entry.equals("*") || entry.endsWith(File.separator + "*");
    String file = jars ? entry.substring(0, entry.length() - 1) : entry;
    Path path = Path.of(file).toAbsolutePath().normalize();
    try (Stream<Path> files = jars ? Files.list(path) : Stream.of(path)) {
      return files.filter(each -> !jars || each.toString().matches(".*\\.(jar|JAR)")).toList();
    }
  }

  /** A jar before the jars of its manifest, as in the JVM. */
  private static void add(Path entry, boolean folder, Path without, Set<Path> entries) {
    if (entry.equals(without) || entries.contains(entry) || folder != Files.isDirectory(entry)) {
      return;
    }
    if (folder) {
      entries.add(entry);
      return;
    }
    try {
      List<String> named = classPathOf(entry);
      entries.add(entry);
      for (String next : named) {
        resolve(entry, next)
            .ifPresent(path -> add(path.normalize(), next.endsWith("/"), without, entries));
      }
    } catch (IOException | SecurityException noJar) {
      log(entry, noJar);
    }
  }

  private static void log(Object entry, Exception why) {
    String sentence = entry + " of the class path is ignored, as the JVM does";
    System.getLogger("cal").log(System.Logger.Level.DEBUG, sentence, why);
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

  /** A URL, relative to the jar; only files are read. A malformed URL is taken as a name. */
  private static Optional<Path> resolve(Path jar, String next) {
    try {
      URI uri = jar.toUri().resolve(next.replaceFirst("(?i)^file:(?!/)", ""));
      return "file".equals(uri.getScheme()) ? Optional.of(Path.of(uri)) : Optional.empty();
    } catch (IllegalArgumentException noUri) {
      return named(jar, next);
    }
  }

  private static Optional<Path> named(Path jar, String next) {
    try {
      return Optional.of(jar.resolveSibling(next));
    } catch (InvalidPathException noFile) {
      log(next, noFile);
      return Optional.empty();
    }
  }

  public List<Path> entries() {
    return entries;
  }

  /** Every file of a name, by its entry. */
  public Map<Path, byte[]> all(String name) throws IOException {
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
    return Files.isDirectory(entry) ? readFile(entry.resolve(name)) : readEntry(entry, name);
  }

  private static byte[] readFile(Path file) throws IOException {
    return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
  }

  private static byte[] readEntry(Path entry, String name) throws IOException {
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

  /** Class files by name, with dots; of two the loaded file. */
  public Map<String, byte[]> classes(Predicate<String> included) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (Path entry : entries) {
      for (String name : namesOf(entry)) {
        if (included.test(name) && !classes.containsKey(name)) {
          readClass(entry, name, classes);
        }
      }
    }
    return classes;
  }

  /** An unreadable class cannot be loaded either, as the JVM says in time. */
  private static void readClass(Path entry, String name, Map<String, byte[]> classes) {
    try {
      byte[] file = read(entry, fileOf(name));
      if (file != null) {
        classes.put(name, file);
      }
    } catch (IOException unreadable) {
      log(name + " in " + entry, unreadable);
    }
  }

  /** The names of all classes, with dots. */
  public Set<String> names() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (Path entry : entries) {
      names.addAll(namesOf(entry));
    }
    return names;
  }

  /** The same with classes inside executable jars, for class loaders of the jars' own. */
  public Set<String> allNames() throws IOException {
    Set<String> names = names();
    for (Path entry : entries) {
      if (!Files.isDirectory(entry)) {
        NestedJars.visit(
            entry,
            (name, content) -> {
              names.add(name);
              return false;
            });
      }
    }
    return names;
  }

  /** Whether a test holds for any of the class files, classes inside executable jars included. */
  public boolean anyClass(Predicate<String> included, Predicate<byte[]> test) throws IOException {
    for (Path entry : entries) {
      for (String name : namesOf(entry)) {
        byte[] file = included.test(name) ? read(entry, fileOf(name)) : null;
        if (file != null && test.test(file)) {
          return true;
        }
      }
      if (!Files.isDirectory(entry)
          && NestedJars.visit(
              entry, (name, content) -> included.test(name) && test.test(content.bytes()))) {
        return true;
      }
    }
    return false;
  }

  /** The file of a class, by its name with dots. */
  public static String fileOf(String name) {
    return name.replace('.', '/') + CLASS;
  }

  private static List<String> namesOf(Path entry) throws IOException {
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(entry)) {
      filesOf(entry).forEach(file -> addName(file, names));
    } else {
      try (ZipFile jar = new ZipFile(entry.toFile())) {
        jar.stream().forEach(each -> addName(each.getName(), names));
      }
    }
    return names;
  }

  /** All files below a folder, by their names from there, through links, as in the JVM. */
  public static SortedSet<String> filesOf(Path folder) throws IOException {
    SortedSet<String> files = new TreeSet<>();
    Files.walkFileTree(
        folder,
        Set.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            if (!is.isSymbolicLink()) { // one that leads nowhere
              files.add(folder.relativize(file).toString().replace(File.separatorChar, '/'));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            log(file, unreadable);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path left, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  /** Classes for later releases of Java only, below META-INF, are left out. */
  private static void addName(String file, List<String> names) {
    if (file.endsWith(CLASS) && !file.startsWith("META-INF/")) {
      names.add(file.substring(0, file.length() - CLASS.length()).replace('/', '.'));
    }
  }
}
