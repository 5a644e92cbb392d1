package cal.weave.support;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The class files of folders and jars. Stateless. */
public final class ClassFiles {
  private static final String ENDING = ".class";

  private ClassFiles() {}

  /** Whether a file is a class; versions for other releases, and module descriptors, are none. */
  public static boolean isClass(Path file) {
    String name = file.toString();
    return name.endsWith(ENDING)
        && !name.contains("META-INF")
        && !name.endsWith("module-info.class");
  }

  /** The class files below a folder, in order. */
  public static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(ClassFiles::isClass).sorted().toList();
    }
  }

  /** The classes of a folder or jar, by name with dots; none of another file. */
  public static Map<String, byte[]> in(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return read(path);
    }
    if (!Files.exists(path) || !isJar(path)) {
      return Map.of();
    }
    try (FileSystem jar = FileSystems.newFileSystem(path)) {
      return read(jar.getPath("/"));
    }
  }

  private static Map<String, byte[]> read(Path folder) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (Path file : below(folder)) {
      String path = folder.relativize(file).toString().replace('\\', '/');
      String name = path.substring(0, path.length() - ENDING.length()).replace('/', '.');
      classes.put(name, Files.readAllBytes(file));
    }
    return classes;
  }

  /**
   * Copies the classes of a folder, or a whole jar, some of them changed.
   *
   * @param changed by name with dots
   * @param to the copy, without {@code .jar}
   */
  public static void copy(Path from, Map<String, byte[]> changed, Path to) throws IOException {
    if (Files.isDirectory(from)) {
      for (Path file : below(from)) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
      write(changed, to);
      return;
    }
    Files.createDirectories(to.getParent());
    Path copy = to.resolveSibling(to.getFileName() + ".jar");
    Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem jar = FileSystems.newFileSystem(copy)) {
      write(changed, jar.getPath("/"));
    }
  }

  private static void write(Map<String, byte[]> classes, Path root) throws IOException {
    for (Map.Entry<String, byte[]> one : classes.entrySet()) {
      Files.write(root.resolve(one.getKey().replace('.', '/') + ENDING), one.getValue());
    }
  }

  private static boolean isJar(Path path) {
    return path.toString().endsWith(".jar");
  }
}
