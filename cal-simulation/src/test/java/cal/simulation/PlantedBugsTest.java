package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.process.SimulationProcess;
import cal.simulation.internal.run.Verdict;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import simulated.Planted;

/** Each planted bug is found, told, and found again in a fresh JVM; MendedTest has the twins. */
class PlantedBugsTest {
  private static final Pattern SEED = Pattern.compile("seed (\\d+) fails: (.*)");
  private static final Pattern SHOWN = Pattern.compile("(?s)## A failure\n```\n(.*?)\n```");
  private static final Pattern DIGEST = Pattern.compile("digest ([0-9a-f]{16}), the same in a");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lostByField | java.lang.AssertionError: counted 1. of 20 | preemptions and",
        "lockOrder | no thread can go on, and no timer is set: | waits for the monitor of"
            + " simulated.Bank$Account, held by thread",
      })
  void shouldBeFoundAndReplayed(String method, String words, String more) throws Exception {
    String told = Failures.of(Planted.class, method);
    Matcher seed = matcher(SEED, told);
    assertThat(seed.group(2)).matches(words);
    assertThat(told)
        .contains("the last switches:", "goes on at simulated.", "stopped at ")
        .contains("replay: @Simulated(seed = " + seed.group(1) + ")", more);
    Verdict again = replay(method, Long.parseLong(seed.group(1)));
    assertThat(matcher(SEED, again.text()).group(2)).isEqualTo(seed.group(2));
    assertThat(matcher(DIGEST, again.text()).group(1)).isEqualTo(matcher(DIGEST, told).group(1));
  }

  @Test
  void shouldFailAsTheDocumentShows() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "simulation.md"));
    Matcher shown = matcher(SHOWN, page);
    assertThat(Failures.of(Planted.class, "lostUpdate"))
        .contains(shown.group(1).lines().toArray(String[]::new));
  }

  @Tag("measuring")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lostUpdate | java.lang.AssertionError: counted 1. of 20 | preemptions and",
        "lostByArray | java.lang.AssertionError: counted 1. of 20 | preemptions and",
        "lostByUpdater | java.lang.AssertionError: counted 1. of 20 | preemptions and",
        "lostNotify | no thread can go on, and no timer is set: | waits for notify",
        "lostFrame | java.lang.AssertionError: received .* of 6 frames | preemptions and",
      })
  void shouldBeFoundAndReplayedToo(String method, String words, String more) throws Exception {
    shouldBeFoundAndReplayed(method, words, more);
  }

  private static Matcher matcher(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher;
  }

  private static Verdict replay(String name, long seed) throws Exception {
    Method method = Planted.class.getDeclaredMethod(name);
    SimulationProcess all =
        SimulationExtension.process(Planted.class, method, method.getAnnotation(Simulated.class));
    return new SimulationProcess(
            all.order().only(seed), all.classPath(), all.packages(), all.java())
        .run();
  }
}
