package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sentences of the Javadoc name their subject by a noun. */
class JavadocProseTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern JAVADOC = Pattern.compile("(?sm)^ */\\*\\*.*?\\*/");

  /** The first word of a sentence, in place of the noun. */
  private static final Pattern NO_NOUN =
      Pattern.compile("(?<=/\\*\\*|[.!?:;)]|<p>|<li>|@return)[\\s*]*(What|Who|Whoever|Whom)\\b");

  /** Pronouns in 100 words of a module's Javadoc, at most. */
  private static final double GOAL = 5.0;

  /** An inline tag counts as one word. */
  private static final Pattern TAG = Pattern.compile("\\{@\\w+[^}]*}");

  private static final Pattern MARKUP = Pattern.compile("<[^>]*>|/\\*\\*|\\*/|(?m)^ *\\*|@\\w+");

  @ParameterizedTest
  @MethodSource("modules")
  void shouldRepeatTheNoun(String module) throws IOException {
    String text =
        sources(ROOT.resolve(module))
            .flatMap(source -> JAVADOC.matcher(Prose.text(source)).results())
            .map(comment -> TAG.matcher(comment.group()).replaceAll("Code"))
            .map(comment -> MARKUP.matcher(comment).replaceAll(" "))
            .collect(Collectors.joining(" "));
    assertThat(Prose.pronouns(text))
        .as("pronouns in 100 words of the Javadoc of %s", module)
        .isLessThanOrEqualTo(GOAL);
  }

  static List<String> modules() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .filter(module -> Files.isDirectory(module.resolve("src/main")))
          .map(module -> module.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void shouldNameTheSubjectOfEachSentence() throws IOException {
    List<Path> sources =
        modules().stream().flatMap(module -> sources(ROOT.resolve(module))).toList();
    assertThat(sources).hasSizeGreaterThan(200);
    assertThat(sources).flatMap(source -> withoutNoun(source, Prose.text(source))).isEmpty();
  }

  @Test
  void shouldTellWhereASentenceHasNoNoun() {
    String source =
        """
        /** Whose line this is. What it holds. */
        class A {
          String s = "What is no comment.";

          /**
           * Reads what is there.
           *
           * <p>Who reads waits.
           */
        """;
    assertThat(withoutNoun(Path.of("A.java"), source))
        .containsExactly(
            "A.java:1 begins a sentence with What", "A.java:8 begins a sentence with Who");
  }

  /** The file, line and first word of each such sentence. */
  private static List<String> withoutNoun(Path file, String source) {
    return JAVADOC
        .matcher(source)
        .results()
        .flatMap(
            comment ->
                NO_NOUN
                    .matcher(comment.group())
                    .results()
                    .map(
                        word -> {
                          String before = source.substring(0, comment.start() + word.start(1));
                          return "%s:%d begins a sentence with %s"
                              .formatted(file, before.lines().count(), word.group(1));
                        }))
        .toList();
  }

  private static Stream<Path> sources(Path module) {
    return files(module.resolve("src/main"))
        .filter(file -> file.toString().matches(".*\\.(java|aj)"))
        .sorted();
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
