package cal.weave.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The check finds in each server of the corpus what its comments say, and nothing else. */
class CorpusTest {
  private static final Path SOURCES = Path.of("src/test/java/cal/weave/check/corpus");
  private static final Path CLASSES = Path.of("target/test-classes/cal/weave/check/corpus");
  private static final Pattern CAPTURED = Pattern.compile("// (--[a-z-]+) (.+)");
  private static final Pattern FINDS = Pattern.compile("// finds (.+)");

  static List<String> servers() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(name -> !name.equals("package-info"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldFindWhatTheServerSays(String server) throws IOException {
    CommandRun run = CommandRun.of(arguments(server));

    assertThat(run.err()).isEmpty();
    List<String> expected = expected(server);
    assertThat(run.findings().map(CorpusTest::place)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(run.status()).isEqualTo(expected.isEmpty() ? 0 : 1);
    assertThat(server.startsWith("Good")).as("is a good one").isEqualTo(expected.isEmpty());
  }

  @Test
  void shouldBreakEachRuleSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (String server : servers()) {
      expected(server).forEach(place -> broken.add(place.split(" ")[1]));
    }
    assertThat(broken).containsAll(Arrays.stream(Rule.values()).map(Rule::number).toList());
  }

  /** {@code line rule} of a finding. */
  private static String place(String finding) {
    Matcher matcher = Pattern.compile("\\S+:(\\d+) (\\S+) .+; .+").matcher(finding);
    assertThat(matcher.matches()).as(finding).isTrue();
    return matcher.group(1) + " " + matcher.group(2);
  }

  private static List<String> expected(String server) throws IOException {
    List<String> expected = new ArrayList<>();
    List<String> lines = Files.readAllLines(SOURCES.resolve(server + ".java"));
    for (int i = 0; i < lines.size(); i++) {
      Matcher finds = FINDS.matcher(lines.get(i));
      if (finds.find()) {
        for (String rule : finds.group(1).split(" ")) {
          expected.add((i + 1) + " " + rule);
        }
      }
    }
    return expected;
  }

  private static String[] arguments(String server) throws IOException {
    List<String> arguments = new ArrayList<>();
    for (String line : Files.readAllLines(SOURCES.resolve(server + ".java"))) {
      Matcher captured = CAPTURED.matcher(line);
      if (captured.matches()) {
        arguments.addAll(List.of(captured.group(1), captured.group(2)));
      }
    }
    try (Stream<Path> files = Files.list(CLASSES)) {
      files
          .filter(file -> file.getFileName().toString().matches(server + "(\\$.*)?\\.class"))
          .map(Path::toString)
          .forEach(arguments::add);
    }
    return arguments.toArray(String[]::new);
  }
}
