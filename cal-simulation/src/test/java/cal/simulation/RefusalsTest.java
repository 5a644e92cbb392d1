package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import simulated.Unfit;

/** Nothing is real in silence: a run names what it cannot simulate, and the place. */
@Execution(ExecutionMode.CONCURRENT)
class RefusalsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "library | the program asks for the native code of calaspects; only Java is simulated",
        "load | the program asks for the native code of /calaspects.so; only Java is simulated",
        "mapped | the program asks for a mapped file; read and write its channel",
      })
  void shouldNameWhatIsNotSimulated(String method, String words) {
    assertThat(Failures.of(Unfit.class, method))
        .contains("seed 1 fails: not simulated: " + words)
        .contains("at simulated.Unfit");
  }

  @Tag("measuring")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "process | the program asks for another process",
        "pool | the program asks for a ForkJoinPool of the program's own",
        "channel | the program asks for a AsynchronousSocketChannel; use a SocketChannel",
        "figures | the program asks for figures of the JVM's threads; count what the program does",
        "threads | the program asks for all threads of the JVM; keep the program's own",
        "local | the program asks for a channel of the family UNIX; only TCP is simulated",
        "datagram | the program asks for a datagram socket; only TCP is simulated",
        "name | the program asks for the look-up of the name calaspects.example",
        "end | the program asks for the end of the process, exit(7)",
        "selector | the program asks for a socket or a selector of the system",
        "pipe | the program asks for a pipe; use a queue",
        "urgent | the program asks for urgent data of a socket",
        "host | the program asks for a connection to another host, /10.0.0.1:80",
        "asynchronous | the program asks for an AsynchronousFileChannel; use a FileChannel",
        "watch | the program asks for a watch of files; list the folder again",
        "preferences | the program asks for Preferences, whose files are real",
        "recording | the program asks for a recording of the JVM",
        "heap | the program asks for a dump of the JVM's heap",
        "command | the program asks for a diagnostic command of the JVM",
        "memory | the program asks for a listener to the JVM's memory",
        "signal | the program asks for a handler of a signal",
        "device | the program asks for a write to the device /dev/tty",
      })
  void shouldNameMoreThatIsNotSimulated(String method, String words) {
    shouldNameWhatIsNotSimulated(method, words);
  }

  @Test
  void shouldEndARunThatOnlyTicks() {
    assertThat(Failures.of(Unfit.class, "ticks"))
        .contains("the limit of virtual time, 60 s, is over")
        .contains("thread 0 (main)")
        .contains("simulated.Unfit.ticks");
  }

  @Test
  void shouldTellAClassInitializerThatHoldsUpAll() {
    assertThat(Failures.of(Unfit.class, "initializer"))
        .contains("the class initializer of simulated.Unfit$Late in thread 1 waits")
        .contains("thread 0 (main) is at simulated.Unfit.initializer");
  }

  @Test
  void shouldTellAClassThatCannotBeRewritten() {
    assertThat(Failures.of(Unfit.class, "unreadable"))
        .contains("unreadable/Type cannot be rewritten");
  }

  @Test
  void shouldPassNothingWhereNothingWasSimulated() {
    assertThat(Failures.of(Unfit.class, "assumption"))
        .contains("nothing was simulated, an assumption fails with each of 2 seeds from 1")
        .contains("on purpose");
  }

  @Test
  void shouldPassOnPropertiesOfTheUser() {
    System.setProperty("user.wish", "a wish");
    try {
      assertThat(Failures.of(Unfit.class, "property")).contains("user.wish=a wish");
    } finally {
      System.clearProperty("user.wish");
    }
  }

  @Test
  void shouldTellWhatIsLeft() {
    assertThat(Failures.of(Unfit.class, "leaves"))
        .contains("left 10 s after the test:")
        .containsPattern("thread \\d+ \\(acceptor\\): is parked")
        .containsPattern("thread \\d+ \\(pool-1-thread-1\\)")
        .containsPattern("port 40\\d+\n")
        .contains("the connection from port 40");
  }

  @Test
  void shouldTellAThreadThatSpins() {
    assertThat(Failures.of(Unfit.class, "spins"))
        .contains("thread 0 (main) spins, 1000000 steps without a wait:")
        .contains("simulated.Unfit.spins");
  }

  @Test
  void shouldTellTheFirstStepThatDiffers() {
    assertThat(Failures.of(Unfit.class, "undetermined"))
        .contains("seed 1 passes, but two runs of this seed differ")
        .containsPattern("first difference at step \\d+: the first run .*, the second .*");
  }
}
