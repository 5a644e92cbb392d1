package cal.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class OtherWorkTest {
  private static final List<String> STAT =
      List.of(
          "cpu  30 300 3000 9 9 9 9 30000 0 0",
          "cpu0 10 100 1000 9 9 9 9 10000 0 0",
          "cpu1 20 200 2000 9 9 9 9 20000 0 0",
          "cpu10 1 1 1 9 9 9 9 1 0 0",
          "intr 1 2 3");

  @Test
  void shouldReadWhereAProcessMayRun() {
    assertThat(OtherWork.listed("0")).isEqualTo(cores(0));
    assertThat(OtherWork.listed("0,2-4,10")).isEqualTo(cores(0, 2, 3, 4, 10));
  }

  @Test
  void shouldCountWhatIsTakenOfTheCoresThatAreMeant() {
    assertThat(OtherWork.taken(STAT, cores(0))).isEqualTo(11_110 * 10_000_000L);
    assertThat(OtherWork.taken(STAT, cores(0, 1))).isEqualTo(33_330 * 10_000_000L);
    assertThat(OtherWork.taken(STAT, cores(2))).isZero();
  }

  @Test
  void shouldKnowNothingOfAProcessThatHasEnded() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();

    assertThat(new OtherWork(ended.pid()).share()).isNull();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldBeAPartOfTheCores() {
    assertThat(new OtherWork(ProcessHandle.current().pid()).share()).isBetween(0.0, 1.0);
  }

  private static BitSet cores(int... numbers) {
    BitSet cores = new BitSet();
    for (int number : numbers) {
      cores.set(number);
    }
    return cores;
  }
}
