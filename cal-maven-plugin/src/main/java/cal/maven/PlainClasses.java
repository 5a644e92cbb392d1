package cal.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The classes of a build as they were before they were woven in place: ajc does not weave what it
 * has woven, and compilers compile again only what has changed. Not thread-safe.
 */
final class PlainClasses {
  private static final String KEY = "key";

  private final Path classes;
  private final Path plain;
  private final Path stamp;

  /**
   * Looks at the output of a build.
   *
   * @param classes where classes are compiled and woven
   * @param plain where they are kept as they were compiled
   */
  PlainClasses(Path classes, Path plain) {
    this.classes = classes;
    this.plain = plain;
    this.stamp = plain.resolveSibling(plain.getFileName() + ".woven");
  }

  /** Whether the last weaving was of the same inputs, and its output is as it was. */
  boolean isWoven(String key) throws IOException {
    Map<String, String> made = made();
    if (!key.equals(made.remove(KEY))) {
      return false;
    }
    for (Map.Entry<String, String> one : made.entrySet()) {
      Path file = classes.resolve(one.getKey());
      if (!Files.exists(file) || !one.getValue().equals(hash(file))) {
        return false;
      }
    }
    return true;
  }

  /** Brings what was compiled since the last weaving into the plain folder. */
  void collect() throws IOException {
    Map<String, String> made = made();
    for (Path file : files(classes)) {
      String name = classes.relativize(file).toString();
      if (!hash(file).equals(made.get(name))) {
        copy(file, plain.resolve(name));
      }
    }
    for (Path file : files(plain)) {
      if (!Files.exists(classes.resolve(plain.relativize(file)))) {
        Files.delete(file); // its source is gone
      }
    }
  }

  /** Undoes the last weaving: the classes are as they were compiled. */
  void restore() throws IOException {
    for (Path file : files(classes)) {
      if (!Files.exists(plain.resolve(classes.relativize(file)))) {
        Files.delete(file); // an aspect, or what weaving has made
      }
    }
    for (Path file : files(plain)) {
      copy(file, classes.resolve(plain.relativize(file)));
    }
    Files.deleteIfExists(stamp);
  }

  /** Notes what was woven, of what. */
  void woven(String key) throws IOException {
    List<String> lines = new ArrayList<>(List.of(KEY + " " + key));
    for (Path file : files(classes)) {
      lines.add(classes.relativize(file) + " " + hash(file));
    }
    Files.write(stamp, lines);
  }

  /** The hashes of all plain classes, in order. */
  List<String> hashes() throws IOException {
    List<String> hashes = new ArrayList<>();
    for (Path file : files(plain)) {
      hashes.add(plain.relativize(file) + " " + hash(file));
    }
    return hashes;
  }

  private Map<String, String> made() throws IOException {
    Map<String, String> made = new TreeMap<>();
    if (Files.exists(stamp)) {
      for (String line : Files.readAllLines(stamp)) {
        int blank = line.lastIndexOf(' ');
        made.put(line.substring(0, blank), line.substring(blank + 1));
      }
    }
    return made;
  }

  static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }

  static String hash(Path file) throws IOException {
    return hash(Files.readAllBytes(file));
  }

  static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
  }
}
