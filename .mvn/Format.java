import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Checks or mends the format of the sources: {@code Format --check|--check-all|--fix ROOT}.
 *
 * <p>Java follows google-java-format. That cannot parse aspects, so {@code .aj} files are only held
 * to what a tool can say without a grammar: no tab, no trailing blank, at most 100 columns, and one
 * line feed at the end. A check takes the files that changed since the last one that found nothing.
 * The first takes those that are in no commit: CI checks all.
 */
final class Format {
  private static final Pattern UNFORMATTED =
      Pattern.compile("\t|[ \r]+$|^.{101,}$|.\\z|\n\\n+\\z", Pattern.MULTILINE);

  /** Exits with 1 where a file is left that is not formatted, after naming each on stdout. */
  public static void main(String[] args) throws IOException {
    boolean fix = args[0].equals("--fix");
    boolean good = true;
    List<String> java = new ArrayList<>(List.of(fix ? "-i" : "-n", "--set-exit-if-changed"));
    Path root = Path.of(args[1]);
    Path checked = root.resolve("target/formatted");
    Instant begin = Instant.now();
    List<Path> sources = sources(root);
    if (args[0].equals("--check")) {
      sources = changed(sources, checked, root);
    }
    for (Path file : sources) {
      if (file.toString().endsWith(".java")) {
        java.add(file.toString());
      } else if (fix) {
        mend(file);
      }
      good &= file.toString().endsWith(".java") || blameless(file);
    }
    good &= java.size() == 2 || googleJavaFormat(java) == 0 || fix;
    if (!good) {
      String remedy = fix ? "break these lines by hand" : "mvn -N initialize -Dformat=fix";
      System.out.println("These files are not formatted; remedy: " + remedy);
      System.exit(1);
    }
    Files.createDirectories(checked.getParent());
    Files.write(checked, List.of());
    Files.setLastModifiedTime(checked, FileTime.from(begin));
  }

  /** All, where the POM, which names the version of the tool, has changed as well. */
  private static List<Path> changed(List<Path> sources, Path checked, Path root)
      throws IOException {
    if (!Files.exists(checked)) {
      return inNoCommit(sources, root);
    }
    FileTime last = Files.getLastModifiedTime(checked);
    boolean all = !isBefore(root.resolve("pom.xml"), last);
    List<Path> changed = new ArrayList<>();
    for (Path source : sources) {
      if (all || !isBefore(source, last)) {
        changed.add(source);
      }
    }
    return changed;
  }

  /** All, where Git cannot tell. */
  private static List<Path> inNoCommit(List<Path> sources, Path root) throws IOException {
    try {
      Process git =
          new ProcessBuilder("git", "status", "--porcelain", "--untracked-files=all")
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (git.waitFor() == 0) {
        return sources.stream().filter(s -> said.contains(root.relativize(s) + "\n")).toList();
      }
    } catch (IOException noGit) {
      return sources;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return sources;
  }

  private static boolean isBefore(Path file, FileTime time) throws IOException {
    return Files.getLastModifiedTime(file).compareTo(time) < 0;
  }

  /** Every source below {@code .mvn} and the {@code src} folders of the modules. */
  private static List<Path> sources(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root, 20)) {
      return files
          .filter(f -> f.toString().matches(".*/(src/.+|\\.mvn/[^/]+)\\.(java|aj)"))
          .filter(f -> !root.relativize(f).toString().matches("(.*/)?target/.*"))
          .sorted()
          .toList();
    }
  }

  private static int googleJavaFormat(List<String> arguments) {
    ToolProvider tool = ToolProvider.findFirst("google-java-format").orElseThrow();
    return tool.run(System.out, System.err, arguments.toArray(String[]::new));
  }

  private static boolean blameless(Path aspect) throws IOException {
    String text = Files.readString(aspect);
    Matcher matcher = UNFORMATTED.matcher(text);
    if (!matcher.find()) {
      return true;
    }
    long line = 1 + text.chars().limit(matcher.start()).filter(c -> c == '\n').count();
    System.out.println(
        aspect + ": a tab, a trailing blank, over 100 columns, or no end, line=" + line);
    return false;
  }

  private static void mend(Path aspect) throws IOException {
    String text = Files.readString(aspect).replace("\t", "  ").replaceAll("[ \r]+\n", "\n");
    Files.writeString(aspect, text.stripTrailing() + "\n");
  }
}
