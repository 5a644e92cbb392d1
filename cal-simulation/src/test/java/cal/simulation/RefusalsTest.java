package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import simulated.Unfit;

/** Nothing is real in silence: a run names what it cannot simulate, and the place. */
class RefusalsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "selector | the program asks for a selector (event loops",
        "channel | the program asks for a ServerSocketChannel; use java.net.Socket",
        "datagram | the program asks for a datagram socket; only TCP is simulated",
        "process | the program asks for another process",
        "name | the program asks for the look-up of the name calaspects.example",
        "end | the program asks for the end of the process, exit(7)",
        "pool | the program asks for a ForkJoinPool of the program's own",
        "pinned | a thread waits in a class initializer or below a native frame",
      })
  void shouldNameWhatIsNotSimulated(String method, String words) {
    assertThat(Failures.of(Unfit.class, method))
        .contains("seed 1 fails: not simulated: " + words)
        .contains("at simulated.Unfit");
  }

  @Test
  void shouldEndARunThatOnlyTicks() {
    assertThat(Failures.of(Unfit.class, "ticks"))
        .contains("the limit of virtual time, 60 s, is over")
        .contains("thread 0 (main)")
        .contains("simulated.Unfit.ticks");
  }

  @Test
  void shouldTellTheFirstStepThatDiffers() {
    assertThat(Failures.of(Unfit.class, "undetermined"))
        .contains("seed 1 passes, but two runs of this seed differ")
        .containsPattern("first difference at step \\d+: the first run .*, the second .*");
  }
}
