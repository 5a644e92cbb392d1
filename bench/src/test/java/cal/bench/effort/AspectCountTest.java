package cal.bench.effort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AspectCountTest {
  private static final Path SOURCES = Path.of("src/test/aspect");
  private static final ClassLoader LOADER = AspectCountTest.class.getClassLoader();

  @Test
  void shouldCountWhatAjcHasCompiledAndTheLinesOfTheSource() throws Exception {
    Path file = SOURCES.resolve("cal/bench/effort/Fixture.aj");

    assertThat(AspectCount.of(SOURCES, file, LOADER))
        .containsExactly(
            entry("lines", 25.0),
            entry("pointcuts", 2.0),
            entry("types", 1.0),
            entry("members", 3.0),
            entry("advice", 3.0),
            entry("methods", 1.0));
  }

  @Test
  void shouldRefuseToCountNothing() {
    Path sources = Path.of("src/test/java");
    Path file = sources.resolve("cal/bench/effort/Counted.java");

    assertThatThrownBy(() -> AspectCount.of(sources, file, LOADER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("cal.bench.effort.Counted is no aspect");
  }

  @Test
  void shouldSayThatAnAspectIsNotCompiled() {
    Path file = SOURCES.resolve("cal/bench/effort/Nowhere.aj");

    assertThatThrownBy(() -> AspectCount.of(SOURCES, file, LOADER))
        .isInstanceOf(ClassNotFoundException.class)
        .hasMessageContaining("cal.bench.effort.Nowhere");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | '// all of it'",
        "0 | '/* two\nlines */\n\n  '",
        "1 | 'a = 1; // one'",
        "2 | 'a = 1; /* one\n two */ b = 2;'",
        "1 | 'a = \"/* no comment\";'",
        "2 | 'a = \"\\\" // \";\nb = /* x */ 2;'"
      })
  void shouldCountLinesOfCode(int lines, String source) {
    assertThat(AspectCount.codeLines(source.translateEscapes())).isEqualTo(lines);
  }
}
