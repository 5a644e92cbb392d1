package cal.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.load.result.ErrorKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoTableTest {
  private static final int CLIENTS = 50;

  private final Turn plain = turn("plain-virtual", 1000, 100, 100, 100, CLIENTS, Map.of());

  @Test
  void shouldShowEachServerBesideTheBaseline() {
    List<String> lines = table(plain, again(95, 104), turn("reactive", 2000, 9.44, 70, 80));

    assertThat(lines.getFirst().split(" {2,}"))
        .containsExactly("server", "upload-64", "CPU us", "of 100");
    assertThat(lines.get(2).split(" {2,}")).containsExactly("plain-virtual", "1,000", "100", "100");
    assertThat(lines.get(3)).startsWith("plain-virtual again ").endsWith(" 95-104");
    assertThat(lines.get(4).split(" {2,}")).containsExactly("reactive", "2,000", "9.4", "70-80");
  }

  @Test
  void shouldTellOfServersWhoseRangesPart() {
    assertThat(
            table(
                plain,
                again(95, 104),
                turn("reactive", 2000, 50, 70, 80),
                turn("jcsp", 900, 150, 130, 170)))
        .contains("upload-64, CPU time beside plain-virtual: less for reactive; more for jcsp.");
  }

  @ParameterizedTest
  @CsvSource({
    // JVMs of a server differ by as much
    "95, 104, 80, 92",
    "95, 104, 108, 112",
    // the baseline is as far from itself
    "70, 104, 60, 69",
    "95, 150, 120, 160",
    // a single round says otherwise
    "95, 104, 50, 100"
  })
  void shouldTellNothingOfRangesThatDoNot(double low, double high, double from, double to) {
    assertThat(table(plain, again(low, high), turn("reactive", 2000, 50, from, to)))
        .contains("upload-64, CPU time beside plain-virtual: no difference can be told.");
  }

  @Test
  void shouldJudgeNobodyWhoServesSomeAlone() {
    assertThat(table(plain, again(95, 104), turn("sequential", 900, 10, 10, 20, 1, Map.of())))
        .anyMatch(line -> line.startsWith("sequential ") && line.contains("900 (1)"))
        .contains("upload-64, CPU time beside plain-virtual: no difference can be told.");
  }

  @Test
  void shouldShowNoRangeWithoutAnswers() {
    Turn silent =
        turn("jcsp", 0, Double.POSITIVE_INFINITY, 90, Double.POSITIVE_INFINITY, 0, Map.of());

    assertThat(table(plain, again(95, 104), silent).get(4).split(" {2,}"))
        .containsExactly("jcsp", "0 (0)", "-", "-");
  }

  @Test
  void shouldNameErrors() {
    Turn bad = turn("thread", 900, 100, 90, 110, CLIENTS, Map.of(ErrorKind.RESET, 2L));

    assertThat(new DemoTable(List.of(plain, again(95, 104), bad), CLIENTS).troubles())
        .containsExactly("upload-64 under thread: {reset=2}");
  }

  private static List<String> table(Turn... turns) {
    return new DemoTable(List.of(turns), CLIENTS).text().lines().toList();
  }

  private static Turn again(double low, double high) {
    return turn("plain-virtual again", 1000, 100, low, high);
  }

  private static Turn turn(String server, double rate, double cpu, double low, double high) {
    return turn(server, rate, cpu, low, high, CLIENTS, Map.of());
  }

  private static Turn turn(
      String server,
      double rate,
      double cpu,
      double low,
      double high,
      int served,
      Map<ErrorKind, Long> errors) {
    return new Turn("upload-64", server, rate, cpu, new Range(low, high), served, errors);
  }
}
