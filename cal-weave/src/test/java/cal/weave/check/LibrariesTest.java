package cal.weave.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The check finds in well-known servers exactly the findings that docs/check.md lists. */
@Timeout(300)
class LibrariesTest {
  private static final Path PAGE = Path.of("../docs/check.md");

  /** {@code | name | findings | false alarms | command |}. */
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| ([\\w ]+) [\\d.]+ \\| (\\d+) \\| \\d+ \\| `check (\\S+) (.*)` \\|$");

  static List<MatchResult> libraries() throws IOException {
    return ROW.matcher(Files.readString(PAGE)).results().toList();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void shouldFindAsMuchAsStated(MatchResult row) {
    List<String> arguments = new ArrayList<>(List.of(jar(row.group(3))));
    for (String word : row.group(4).split("(?= --)|(?<=-spawn) ")) {
      arguments.add(word.strip().replace("'", ""));
    }
    CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

    assertThat(run.err()).isEmpty();
    assertThat(run.findings()).as(run.out()).hasSize(Integer.parseInt(row.group(2)));
  }

  @Test
  void shouldBeTriedOnThreeLibraries() throws IOException {
    assertThat(libraries()).hasSize(3);
  }

  @Test
  void shouldCheckADatabase() {
    CommandRun run =
        CommandRun.of(jar("h2"), "--spawn", "void org.h2.server.TcpServerThread.run()");

    assertThat(run.err()).isEmpty();
    assertThat(run.findings()).hasSizeGreaterThan(100);
  }

  /** The jar on the class path that is named so. */
  private static String jar(String name) {
    String start = name.replace(".jar", "");
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> Path.of(entry).getFileName().toString().startsWith(start + "-"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(start + " is not on the class path"));
  }
}
