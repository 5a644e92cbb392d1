package cal.agent.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import cal.testing.SomeCases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server's knowledge of its executors stays true when their threads are a model's. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class AdoptedExecutorsTest {
  private static final int EXECUTORS = 11;

  @TempDir Path folder;

  private AdoptedProcess start(String program, String model, String... settings)
      throws IOException {
    List<String> options = new ArrayList<>();
    options.add("-Dcal.adopt=executors:adopted.executors..*;threads:adopted.executors.Starter");
    options.add("-Dcal.model=" + model);
    Stream.of(settings).map(setting -> "-Dcal." + setting).forEach(options::add);
    return AdoptedProcess.start(folder, options, "adopted.executors." + program);
  }

  @SomeCases
  @ParameterizedTest
  @CsvSource({
    "sequential, 'Thread\\[#\\d+,pool-\\w+-thread-.*'",
    "thread, 'Thread\\[#\\d+,pool-\\w+-thread-.*'",
    "thread-pool, 'Thread\\[#\\d+,cal-thread-pool-executors-.*'",
    "executor, 'Thread\\[#\\d+,cal-executor-executors-.*'",
    "virtual, 'VirtualThread\\[#\\d+,pool-\\w+-thread-\\d+]/runnable@ForkJoinPool-.*'",
    "reactive,"
        + " 'VirtualThread\\[#\\d+,pool-\\w+-thread-\\d+]/runnable@cal-reactive-(loop|spare)-\\d'",
    "jcsp-pool, 'Thread\\[#\\d+,cal-jcsp-pool-executors-.*'"
  })
  void shouldStayTrue(String model, String thread) throws Exception {
    try (AdoptedProcess process =
        start("Tasks", model, "thread-pool.size=32", "jcsp-pool.size=32")) {
      List<String> said = process.rest();
      assertThat(process.status()).as(process.err()).isZero();
      assertThat(said)
          .hasSize(EXECUTORS + 4)
          .endsWith(
              "started refused, terminated",
              "started-adopted refused, terminated",
              "started-stood-in refused, terminated",
              "end of tasks");
      assertThat(said.subList(0, EXECUTORS)).allMatch(one -> one.matches("true [\\w-]+ " + thread));
      assertThat(process.err())
          .startsWith("cal: executors=" + model + " (-Dcal.model, adopted (within(")
          .hasLineCount(1);
    }
  }

  /** A pool's thread has nobody to tell that its stage refuses it. */
  @SomeCases
  @ParameterizedTest
  @ValueSource(strings = {"thread-pool", "virtual", "reactive"})
  void shouldLoseNoTaskWhereTheStageRefusesAWorker(String model) throws Exception {
    try (AdoptedProcess process = start("Refused", model, "max-in-flight=1", "when-full=reject")) {
      List<String> said = process.rest();
      assertThat(process.status()).as(process.err()).isZero();
      assertThat(said).containsExactly("true full", "true draining", "true closed");
    }
  }
}
