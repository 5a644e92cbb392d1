package cal.bench.process;

import cal.cli.support.BuildLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Where figures come from: the machine, and the commit of what was measured. Stateless. */
public final class Machine {
  /** The key of an experiment's file is its own concern. */
  private static final String[] ALL_THAT_MATTERS = {
    "--", ".", ":!bench/results", ":!bench/experiments", ":!docs", ":!*.md", ":!*/src/test/*"
  };

  private Machine() {}

  /**
   * The facts that a reader must know; equal as long as nothing has changed that a figure depends
   * on.
   */
  public static Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("commit", commit(BuildLayout.root()));
    facts.put("jdk", Runtime.version() + ", " + System.getProperty("java.vm.name"));
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("cpu", cpu());
    facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", line(Path.of("/proc/meminfo"), "MemTotal"));
    return facts;
  }

  /**
   * The last commit that changed what a figure depends on, short; with the checksum of what was not
   * committed, new files and their content too, where something was not.
   */
  public static String commit(Path root) {
    String last =
        git(root, words(List.of("log", "-1", "--abbrev=10", "--format=%h"), ALL_THAT_MATTERS))
            .strip();
    if (last.isEmpty()) {
      return "unknown";
    }
    String changes =
        git(root, words(List.of("diff", "HEAD", "--binary", "--no-ext-diff"), ALL_THAT_MATTERS));
    String added =
        git(root, words(List.of("ls-files", "-oz", "--exclude-standard"), ALL_THAT_MATTERS));
    if (changes.isEmpty() && added.isEmpty()) {
      return last;
    }
    CRC32C checksum = new CRC32C();
    checksum.update(changes.getBytes(StandardCharsets.UTF_8));
    for (String file : added.split("\0")) {
      checksum.update(file.getBytes(StandardCharsets.UTF_8));
      checksum.update(content(root.resolve(file)));
    }
    return "%s and changes (%08x)".formatted(last, checksum.getValue());
  }

  /** Whether the history of what is checked out has a commit, which may be null. */
  public static boolean isInHistory(Path root, String commit) {
    if (commit == null || !commit.matches("[0-9a-f]{7,40}")) {
      return false;
    }
    String full = git(root, "rev-parse", "--quiet", "--verify", commit + "^{commit}");
    return !full.isEmpty() && git(root, "merge-base", full.strip(), "HEAD").equals(full);
  }

  /**
   * The top folders with something that a figure depends on and that has changed since a commit, in
   * their order.
   */
  public static List<String> changedSince(Path root, String commit) {
    String files =
        git(root, words(List.of("diff", "--name-only", commit, "HEAD"), ALL_THAT_MATTERS));
    return files.lines().map(file -> file.replaceFirst("/.*", "")).distinct().toList();
  }

  /** Empty where it is no file any more. */
  private static byte[] content(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException gone) {
      return new byte[0];
    }
  }

  private static String[] words(List<String> command, String... more) {
    return Stream.concat(command.stream(), Stream.of(more)).toArray(String[]::new);
  }

  /** The output of git; empty where there is none, or no repository. */
  private static String git(Path root, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException noGit) {
      return "";
    }
  }

  private static String cpu() {
    String model = line(Path.of("/proc/cpuinfo"), "model name");
    return model.equals("unknown") ? System.getProperty("os.arch") : model;
  }

  private static String line(Path file, String name) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.replaceFirst("[^:]*:", "").strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException noLinux) {
      return "unknown";
    }
  }
}
