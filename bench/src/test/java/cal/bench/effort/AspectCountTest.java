package cal.bench.effort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        .isEqualTo(new AspectCount("Fixture", 25, 2, 1, 3, 3, 1));
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
  void shouldAddUp() {
    AspectCount one = new AspectCount("one", 1, 2, 3, 4, 5, 6);

    assertThat(AspectCount.none("both").plus(one).plus(one))
        .isEqualTo(new AspectCount("both", 2, 4, 6, 8, 10, 12));
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
    assertThat(CodeLines.in(source.translateEscapes())).isEqualTo(lines);
  }
}
