package cal.weave.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MethodPatternTest {
  @Test
  void shouldReadNamesInLettersOfEveryLanguage() {
    MethodPattern pattern = MethodPattern.inFull("boolean server.K\u00fcche.serve()");
    assertThat(pattern.type()).isEqualTo("server.K\u00fcche");
    assertThat(pattern.isOf("server.K\u00fcche")).isTrue();
    assertThat(pattern.hasTypes("boolean", List.of())).isTrue();
  }

  @Test
  void shouldReadNoTypeFromWithinAWord() {
    assertThat(MethodPattern.imported("boolean server.Front-end.serve()")).isEmpty();
  }
}
