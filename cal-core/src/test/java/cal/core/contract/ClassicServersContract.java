package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.spi.SynchronizationPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The classic problems of synchronization, each a server in plain Java that synchronizes nothing:
 * an aspect says what its critical regions are. Each runs in a JVM of its own, under the policy
 * that a sub-class names, on platform or on virtual threads.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ClassicServersContract {
  private static final List<String> SOURCES =
      List.of(
          "Worker.java",
          "BoundedBuffer.java",
          "ReadersAndWriters.java",
          "Philosophers.java",
          "Barrier.java",
          "ClassicActivities.aj",
          "ClassicSynchronization.aj");

  private static final Pattern BLOCKED =
      Pattern.compile(
          "on (cal-\\S+), waits for classic\\.Philosophers\\$Fork@\\S+, held by (cal-\\S+)");

  private AjcProject project;

  /** For sub-classes. */
  protected ClassicServersContract() {}

  /**
   * The policy that is tested.
   *
   * @return the value of {@code cal.synchronization}
   */
  protected abstract String policy();

  @BeforeAll
  void weave(@TempDir Path folder) {
    project = new AjcProject(folder);
    SOURCES.forEach(source -> project.source("classic/" + source, text(source)));
    project.build();
  }

  private static String text(String source) {
    try (InputStream in = ClassicServersContract.class.getResourceAsStream("/classic/" + source)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs on one kind of thread: monitors have each server on the other kind. */
  private ChildJvm.Outcome run(boolean virtual, String server, String... arguments) {
    String model =
        virtual == policy().equals(SynchronizationPolicy.MONITOR)
            ? ThreadsModel.PLATFORM
            : ThreadsModel.VIRTUAL;
    ChildJvm.Outcome outcome =
        project.run(
            "classic." + server,
            List.of(
                "-Dcal.model=" + model,
                "-Dcal.synchronization=" + policy(),
                "-Dcal.shutdown-timeout=1s"),
            arguments);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome;
  }

  @Test
  void shouldPassEachItemThroughABoundedBufferOnce() {
    assertThat(run(true, "BoundedBuffer", "16", "50", "3").out().strip())
        .isEqualTo("sum=" + 16 * 50 * 51 / 2);
  }

  @Test
  void shouldLetManyReadOrOneWrite() {
    assertThat(run(false, "ReadersAndWriters", "12", "4", "25").out().strip())
        .isEqualTo("written=100 mistakes=0");
  }

  @Test
  void shouldFeedPhilosophersWhoOrderTheirForks() {
    assertThat(run(true, "Philosophers", "5", "50", "ordered").out().strip()).isEqualTo("fed=250");
  }

  /** Each waits for the fork of the next: the drain that they stall shows the circle. */
  @Test
  void shouldShowWhoWaitsForWhomInADeadlock() {
    ChildJvm.Outcome outcome = run(false, "Philosophers", "5", "1", "unordered");
    assertThat(outcome.out().strip()).isEqualTo("each has one fork");
    Map<String, String> waitsFor = new TreeMap<>();
    for (MatchResult match : BLOCKED.matcher(outcome.err()).results().toList()) {
      waitsFor.put(match.group(1), match.group(2));
    }
    assertThat(waitsFor).as(outcome.err()).hasSize(5);
    String start = waitsFor.keySet().iterator().next();
    String thread = start;
    for (int i = 1; i <= 5; i++) {
      thread = waitsFor.get(thread);
      assertThat(thread).as("after %s steps, in %s", i, waitsFor).isNotNull();
      assertThat(thread.equals(start))
          .as("back after %s steps, in %s", i, waitsFor)
          .isEqualTo(i == 5);
    }
  }

  @Test
  void shouldLetNobodyPastABarrierAlone() {
    assertThat(run(true, "Barrier", "8", "100").out().strip()).isEqualTo("rounds=100 mistakes=0");
  }
}
