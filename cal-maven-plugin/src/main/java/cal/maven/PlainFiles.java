package cal.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Keeps javac's files apart from woven files, in the same folder or in another: ajc does not weave
 * a class twice. A file changed since the weaving was compiled anew. For one thread at a time.
 */
final class PlainFiles {
  private static final String INPUTS = " inputs";

  private final Path classes;
  private final Path output;
  private final Path plain;
  private final Path state;

  /**
   * Does nothing yet.
   *
   * @param classes the folder where javac writes
   * @param output the folder of woven files; the same, or another
   * @param memory a folder for the memory of a weaving
   */
  PlainFiles(Path classes, Path output, Path memory) {
    this.classes = classes;
    this.output = output;
    this.plain = classes.equals(output) ? memory.resolve("plain") : classes;
    this.state = memory.resolve("woven.txt");
  }

  /** The folder of the plain files. */
  Path folder() {
    return plain;
  }

  /** Brings the plain files up to date; returns the sum of each, by path. */
  SortedMap<String, String> refresh() throws IOException {
    if (plain.equals(classes)) {
      return sums(plain);
    }
    Set<String> woven = recorded();
    Files.createDirectories(plain);
    Map<String, String> present = sums(classes);
    for (Map.Entry<String, String> file : present.entrySet()) {
      if (isWoven(file.getKey()) && !woven.contains(line(file))) {
        copy(classes, plain, file.getKey());
      }
    }
    for (String file : sums(plain).keySet()) {
      if (!present.containsKey(file)) {
        Files.delete(plain.resolve(file)); // its source is gone
      }
    }
    return sums(plain);
  }

  /** A file of a kind changed by weaving. */
  private static boolean isWoven(String file) {
    boolean type = file.endsWith(".class") && !file.endsWith("module-info.class");
    return type || file.equals(Weaving.SETTINGS);
  }

  /** Whether the output has all woven files of these inputs, unchanged. */
  boolean isOf(String inputs) throws IOException {
    Set<String> woven = recorded();
    if (!woven.remove(inputs + INPUTS)) {
      return false;
    }
    return !woven.isEmpty() && lines(output).containsAll(woven);
  }

  /**
   * Puts woven files into the output, in place of an earlier weaving's. A killed build leaves no
   * woven file to be taken for a plain file.
   *
   * @param made the folder of woven files
   * @param inputs the sources of the woven files
   */
  void replaceBy(Path made, String inputs) throws IOException {
    Set<String> old = recorded();
    old.removeIf(line -> line.endsWith(INPUTS));
    Set<String> woven = lines(made);
    Set<String> either = new TreeSet<>(old);
    either.addAll(woven);
    Files.createDirectories(state.getParent());
    Files.write(state, either);
    for (String line : old) {
      String file = line.split(" ", 2)[1];
      if (!Files.exists(made.resolve(file))) {
        Files.deleteIfExists(output.resolve(file));
      }
    }
    Set<String> present = lines(output);
    for (String line : woven) {
      if (!present.contains(line)) {
        copy(made, output, line.split(" ", 2)[1]);
      }
    }
    woven.add(inputs + INPUTS);
    Files.write(state, woven);
  }

  /** Puts the plain files in place of woven files, and forgets the weaving. */
  void restore() throws IOException {
    Set<String> woven = recorded();
    Set<String> plainNow = refresh().keySet();
    woven.retainAll(lines(output));
    for (String line : woven) {
      String file = line.split(" ", 2)[1];
      if (plainNow.contains(file)) {
        copy(plain, output, file);
      } else {
        Files.delete(output.resolve(file));
      }
    }
    Files.deleteIfExists(state);
  }

  /** The files of a weaving, each by sum and path. */
  private Set<String> recorded() throws IOException {
    return Files.exists(state) ? new TreeSet<>(Files.readAllLines(state)) : new TreeSet<>();
  }

  private static Set<String> lines(Path folder) throws IOException {
    Set<String> lines = new TreeSet<>();
    sums(folder).entrySet().forEach(file -> lines.add(line(file)));
    return lines;
  }

  private static String line(Map.Entry<String, String> file) {
    return file.getValue() + " " + file.getKey();
  }

  /** Copies a file, by the same path in both folders. */
  static void copy(Path from, Path to, String file) throws IOException {
    Path copy = to.resolve(file);
    Files.createDirectories(copy.getParent());
    Files.copy(from.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The sum of each file below a folder, by path; none without a folder. */
  static SortedMap<String, String> sums(Path folder) throws IOException {
    SortedMap<String, String> sums = new TreeMap<>();
    for (Path file : files(folder)) {
      String name = folder.relativize(file).toString().replace('\\', '/');
      sums.put(name, sum(Files.readAllBytes(file)));
    }
    return sums;
  }

  /** All files below a folder. */
  static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** The sum of a text. */
  static String sum(String text) {
    return sum(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String sum(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
