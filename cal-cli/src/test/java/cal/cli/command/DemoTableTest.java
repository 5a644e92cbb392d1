package cal.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.Latency;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTableTest {
  private final DemoCell sequential = cell("sequential", 1, 900, 0.1, Map.of());
  private final DemoCell thread = cell("thread", 50, 1000, 1.0, Map.of());
  private final DemoCell virtual = cell("virtual", 50, 3000, 0.5, Map.of(ErrorKind.RESET, 2L));

  @Test
  void shouldMarkTheBestOfThoseThatServedEveryClient() {
    List<String> lines = table(sequential, thread, virtual);

    assertThat(lines.get(0)).startsWith("model ").contains("upload long").endsWith("CPU ms");
    assertThat(words(lines.get(2))).containsExactly("sequential", "900", "(1)", "100");
    assertThat(words(lines.get(3))).containsExactly("thread", "1,000", "1,000");
    assertThat(words(lines.get(4))).containsExactly("virtual", "3,000*", "500*");
  }

  @Test
  void shouldSayWhichModelSuitsAndWhoWasNotServed() {
    assertThat(table(sequential, thread, virtual))
        .endsWith(
            "upload long: least CPU, virtual.",
            "  virtual: waits well",
            "upload long: not all of 50 clients were served: sequential 1.",
            "upload long: errors under virtual: 2 [reset]");
  }

  @Test
  void shouldCallNobodyTheBestWhereTwoAreAlike() {
    assertThat(table(virtual, cell("pool", 50, 2000, 0.51, Map.of())))
        .contains(
            "upload long: least CPU, virtual, pool, alike within a tenth.",
            "  virtual: waits well",
            "  pool: is bounded");
  }

  private static List<String> table(DemoCell... cells) {
    Map<String, String> reasons =
        Map.of(
            "sequential", "plain", "thread", "few", "virtual", "waits well", "pool", "is bounded");
    return new DemoTable(List.of(cells), reasons).text().lines().toList();
  }

  private static String[] words(String line) {
    return line.strip().split("\\s+");
  }

  private static DemoCell cell(
      String model, int served, double rate, double cpuSeconds, Map<ErrorKind, Long> bad) {
    return new DemoCell(
        model,
        new LoadResult(
            "upload",
            Sessions.LONG,
            "127.0.0.1:1",
            68,
            50,
            served,
            1,
            (long) rate,
            0,
            rate,
            new Latency(1, 1, 1, 2, 2, 2),
            null,
            null,
            0,
            0.9,
            bad,
            1L,
            1.0,
            cpuSeconds,
            0.1,
            null,
            List.of()));
  }
}
