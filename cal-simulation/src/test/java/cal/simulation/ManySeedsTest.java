package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.process.SimulationProcess;
import cal.simulation.internal.run.Order;
import cal.simulation.internal.run.Verdict;
import cal.simulation.spi.Priorities;
import cal.simulation.spi.RandomStalls;
import cal.simulation.spi.Strategy;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import simulated.plants.Bug;
import simulated.plants.FramePlants;
import simulated.plants.Plants;

/** Bugs in six servers: each is found, and none without it. */
@Tag("measuring")
@Execution(ExecutionMode.CONCURRENT)
class ManySeedsTest {
  private static final Set<Bug> ROUGH = EnumSet.of(Bug.POST_LOST_AT_RESET, Bug.QUEUE_PERMIT);
  private static final Pattern FAILED = Pattern.compile("seed (\\d+) fails: ([^\n]*)");
  private static final Pattern ENOUGH = Pattern.compile("(\\d+) of (\\d+) preemptions");
  private static final Pattern DIGEST = Pattern.compile("digest ([0-9a-f]{16})");

  private static String method(Bug bug) {
    if (bug.name().startsWith("FRAMES")) {
      return "frames";
    }
    return ROUGH.contains(bug) ? "rough" : "quiet";
  }

  static Verdict run(Bug scene, boolean planted, int seeds) throws Exception {
    return run(scene, planted, seeds, RandomStalls.class);
  }

  private static Verdict run(
      Bug scene, boolean planted, int seeds, Class<? extends Strategy> strategy, String... java)
      throws Exception {
    Class<?> type = scene.name().startsWith("FRAMES") ? FramePlants.class : Plants.class;
    Method method = type.getDeclaredMethod(method(scene));
    SimulationProcess process =
        SimulationExtension.process(type, method, method.getAnnotation(Simulated.class));
    Order order = process.order();
    List<String> options =
        Stream.concat(
                Stream.of("-Dscene=" + scene, "-Dplanted=" + (planted ? scene : "none")),
                Stream.of(java))
            .toList();
    return new SimulationProcess(
            new Order(
                order.body(),
                order.replay(),
                order.first(),
                seeds,
                strategy.getName(),
                order.limitSeconds(),
                order.timeoutSeconds(),
                order.faults(),
                order.machine()),
            process.classPath(),
            process.packages(),
            options)
        .run();
  }

  @ParameterizedTest
  @EnumSource(Bug.class)
  void shouldFindEachBug(Bug bug) throws Exception {
    for (Class<? extends Strategy> strategy : List.of(RandomStalls.class, Priorities.class)) {
      Verdict verdict = run(bug, true, 10_000, strategy);
      assertThat(verdict.passed()).as(verdict.text()).isFalse();
      Matcher failed = FAILED.matcher(verdict.text());
      assertThat(failed.find()).as(verdict.text()).isTrue();
      Matcher enough = ENOUGH.matcher(verdict.text());
      System.out.printf(
          "%s %s seed %s, %s: %s%n",
          bug,
          strategy.getSimpleName(),
          failed.group(1),
          enough.find() ? enough.group() : "no preemptions",
          failed.group(2));
    }
  }

  @ParameterizedTest
  @EnumSource(Bug.class)
  void shouldRaiseNoAlarm(Bug bug) throws Exception {
    Verdict verdict = run(bug, false, 50, RandomStalls.class);
    assertThat(verdict.passed()).as(verdict.text()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-XX:+UseParallelGC", "-XX:+UseG1GC"})
  void shouldReplayInAnyJvm(String option) throws Exception {
    String told = run(Bug.QUEUE_NOTIFY, true, 500, RandomStalls.class).text();
    String again = run(Bug.QUEUE_NOTIFY, true, 500, RandomStalls.class, option).text();
    assertThat(group(FAILED, again)).isEqualTo(group(FAILED, told));
    assertThat(group(DIGEST, again)).isEqualTo(group(DIGEST, told));
  }

  private static String group(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }
}
