package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.load.ErrorKind;
import cal.bench.load.Latency;
import cal.bench.load.LoadResult;
import cal.bench.load.Sessions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTableTest {
  private final DemoCell sequential = cell("sequential", 1, 900, 40, -6.0, Map.of());
  private final DemoCell thread = cell("thread", 50, 1000, 2_500, 0.95, Map.of());
  private final DemoCell virtual =
      cell("virtual", 50, 3000, 1_250, 0.99, Map.of(ErrorKind.RESET, 2L));

  @Test
  void shouldMarkTheBestOfThoseThatServedEveryClient() {
    List<String> lines =
        new DemoTable(List.of(sequential, thread, virtual)).text().lines().toList();

    assertThat(words(lines.get(2)))
        .containsExactly(
            "upload",
            "long",
            "sequential",
            "900",
            "0.040",
            "0.080",
            "1",
            "of",
            "50",
            "-6.00",
            "0.5000",
            "0");
    assertThat(words(lines.get(3)))
        .containsExactly(
            "upload", "long", "thread", "1,000", "2.50", "5.00", "50", "of", "50", "0.95",
            "0.5000*", "0");
    assertThat(words(lines.get(4)))
        .containsExactly(
            "upload", "long", "virtual", "3,000*", "1.25*", "2.50*", "50", "of", "50", "0.99*",
            "0.5000*", "2", "[reset]");
  }

  @Test
  void shouldSayWhatItShows() {
    assertThat(new DemoTable(List.of(sequential, thread, virtual)).text())
        .endsWith(
            "One server, its source unchanged, under 3 models; upload long sessions: sequential"
                + " served 1 of 50 clients at 900 requests/s, virtual served 50 of 50 clients at"
                + " 3,000 requests/s.");
  }

  private static String[] words(String line) {
    return line.strip().split("\\s+");
  }

  private static DemoCell cell(
      String model, int served, double rate, long p50, double fairness, Map<ErrorKind, Long> bad) {
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
            new Latency(p50, p50, 2 * p50, 2 * p50, 2 * p50),
            fairness,
            bad,
            1L,
            1.0,
            0.5,
            0.1,
            null,
            List.of()));
  }
}
