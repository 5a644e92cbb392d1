package cal.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void shouldAlignNamesLeftAndFiguresRight() {
    TextTable table = new TextTable(1, "model", "per s");
    table.add(List.of("thread-pool", "9"));
    table.add(List.of());
    table.add(List.of("csp", "1,000,000"));

    assertThat(table.text().lines())
        .containsExactly(
            "model            per s",
            "-----------  ---------",
            "thread-pool          9",
            "",
            "csp          1,000,000");
  }

  @Test
  void shouldRefuseARowThatDoesNotFit() {
    TextTable table = new TextTable(1, "a", "b");

    assertThatThrownBy(() -> table.add(List.of("x")))
        .hasMessage("a row of 1 cells under a header of 2");
  }
}
