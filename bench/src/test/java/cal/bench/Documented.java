package cal.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A command of README or of a page in docs, and what becomes of it when it is run. Immutable.
 *
 * @param command as it is documented
 * @param not why it is not run; null if it is
 * @param first whether each build runs it, and not only those of the profile measuring
 * @param replace words of it that are run in another form, a shorter one as a rule
 * @param more words after it
 * @param beside another command, which serves meanwhile; null if there is none
 * @param serves whether it runs until it is ended, once it has said something
 * @param status its exit statuses, where it ends by itself
 * @param says a line of its output has this
 */
record Documented(
    String command,
    String not,
    boolean first,
    Map<String, String> replace,
    String more,
    String beside,
    boolean serves,
    List<Integer> status,
    String says) {
  private static final Path LIST = Path.of("src/test/commands/commands.yaml");
  private static final Pattern INLINE =
      Pattern.compile("`((?:\\./cal|java|mvn) [^`\n]*)`".replace("java", "java(?= -)"));
  private static final Pattern SHOWN = Pattern.compile("(?:\\./cal|java|mvn) .*");
  private static final Pattern COMMENT = Pattern.compile("\\s+# .*");
  private static final Pattern ANY_FENCE =
      Pattern.compile("^ *```.*?^ *```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** All that the list has, in its order. */
  static List<Documented> listed() {
    Object root = new Load(LoadSettings.builder().build()).loadFromString(Prose.text(LIST));
    return ((Map<?, ?>) root)
        .entrySet().stream()
            .map(entry -> of((String) entry.getKey(), (Map<?, ?>) entry.getValue()))
            .toList();
  }

  private static Documented of(String command, Map<?, ?> said) {
    Map<String, String> replace = new LinkedHashMap<>();
    if (said.get("replace") instanceof Map<?, ?> words) {
      words.forEach((from, to) -> replace.put((String) from, (String) to));
    }
    Object serves = said.get("serves");
    Object says = serves == null ? said.get("says") : serves;
    Object status = said.get("status");
    return new Documented(
        command,
        (String) said.get("not"),
        Boolean.TRUE.equals(said.get("first")),
        replace,
        said.get("more") == null ? "" : " " + said.get("more"),
        (String) said.get("beside"),
        serves != null,
        status == null
            ? List.of(0)
            : status instanceof List<?> several
                ? several.stream().map(Integer.class::cast).toList()
                : List.of((Integer) status),
        (String) says);
  }

  /** The command in the form in which it is run. */
  String run() {
    String line = command;
    for (Map.Entry<String, String> word : replace.entrySet()) {
      line = line.replace(word.getKey(), word.getValue());
    }
    return line + more;
  }

  /** The word after {@code ./cal}; empty if the command is another. */
  String word() {
    String[] words = command.split(" ");
    return words[0].equals("./cal") && words.length > 1 ? words[1] : "";
  }

  @Override
  public String toString() {
    return command;
  }

  /** The commands of README and docs: all of the shell's fences, and what begins as a command. */
  static Set<String> inDocuments() {
    Set<String> commands = new LinkedHashSet<>();
    for (Path page : pages()) {
      String text = Prose.text(page);
      for (Fence fence : Fence.all(text)) {
        fence
            .body()
            .lines()
            .map(line -> COMMENT.matcher(line).replaceFirst("").strip())
            .filter(line -> !line.isEmpty())
            .filter(line -> fence.language().equals("sh") || isShown(fence, line))
            .forEach(commands::add);
      }
      INLINE
          .matcher(ANY_FENCE.matcher(text).replaceAll(""))
          .results()
          .map(match -> match.group(1).strip())
          .forEach(commands::add);
    }
    return commands;
  }

  private static boolean isShown(Fence fence, String line) {
    return fence.language().isEmpty() && SHOWN.matcher(line).matches();
  }

  private static List<Path> pages() {
    try (Stream<Path> docs = Files.list(Path.of("../docs"))) {
      return Stream.concat(
              Stream.of(Path.of("../README.md")),
              docs.filter(file -> file.toString().endsWith(".md")).sorted())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
