package cal.agent.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import cal.testing.SomeCases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server's knowledge of its threads stays true when they are adopted, under every model. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class AdoptedThreadsTest {
  static final List<String> MODELS =
      List.of(
          "sequential",
          "thread",
          "thread-pool",
          "virtual",
          "reactive",
          "reactive-pool",
          "jcsp-pool");

  /** Three kinds of threads, asked seventeen things. */
  private static final int TRUTHS = 51;

  @TempDir Path folder;

  private AdoptedProcess start(String model, String main, String... arguments) throws Exception {
    return AdoptedProcess.start(
        folder,
        List.of(
            "-Dcal.adopt=threads:adopted.truths..*",
            "-Dcal.stage.threads.model=" + model,
            "-Dcal.thread-pool.size=3",
            "-Dcal.executor-pool.size=3",
            "-Dcal.jcsp-pool.size=3"),
        main,
        arguments);
  }

  @SomeCases
  @ParameterizedTest
  @FieldSource("MODELS")
  void shouldStayTrue(String model) throws Exception {
    try (AdoptedProcess process = start(model, "adopted.truths.Truths")) {
      List<String> said = process.rest();
      assertThat(process.status()).as(process.err()).isZero();
      assertThat(said).noneMatch(line -> line.startsWith("false "));
      assertThat(said).filteredOn(line -> line.startsWith("true ")).hasSize(TRUTHS);
      assertThat(process.err())
          .startsWith("cal: threads=" + model + " (-Dcal.stage.threads.model, adopted (within(")
          .hasLineCount(1);
    }
  }

  @SomeCases
  @ParameterizedTest
  @CsvSource({"virtual,plain", "reactive,sub-class", "thread-pool,plain"})
  void shouldKeepTheJvmUnlessADaemon(String model, String kind) throws Exception {
    try (AdoptedProcess process = start(model, "adopted.truths.Life", "user", kind)) {
      assertThat(process.rest()).containsExactly("main ended", "thread ended");
      assertThat(process.status()).isZero();
    }
    try (AdoptedProcess process = start(model, "adopted.truths.Life", "daemon", kind)) {
      assertThat(process.rest()).containsExactly("main ended");
      assertThat(process.status()).isZero();
      assertThat(process.err()).hasLineCount(1);
    }
  }

  /** The server is told of the drain by its listener, which that closes. */
  @SomeCases
  @ParameterizedTest
  @ValueSource(strings = {"thread-pool", "virtual", "reactive"})
  void shouldGiveTheServerTheThreadsThatItStopsBy(String model) throws Exception {
    try (AdoptedProcess process = start(model, "adopted.truths.Stopping")) {
      assertThat(process.rest())
          .containsExactly(
              "of a factory",
              "removed true",
              "hook false",
              "made before",
              "made meanwhile",
              "of another class");
      assertThat(process.status()).as(process.err()).isZero();
      assertThat(process.err()).hasLineCount(1);
    }
  }

  /** Its listening socket is of a class of its own, and so the JDK's under every model. */
  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"reactive", "reactive-pool"})
  void shouldAcceptWithSocketsThatAreMadeElsewhere(String model) throws Exception {
    List<String> options =
        List.of("-Dcal.adopt=threads:adopted.sockets..*", "-Dcal.model=" + model);
    try (AdoptedProcess process =
        AdoptedProcess.start(folder, options, "adopted.sockets.Accepts")) {
      assertThat(process.rest())
          .as(process.err())
          .containsExactly(
              "unconnected true true 22 11 -1",
              "bound true true 22 11 -1",
              "connected true true 22 11 -1",
              "left -1",
              "closed: Socket is closed, left -1");
      assertThat(process.status()).isZero();
    }
  }

  @SomeCases
  @ParameterizedTest
  @CsvSource({"virtual,sub-class", "reactive,plain", "thread-pool,sub-class"})
  void shouldHaveNoWorkerOfAPoolWaitForAPlaceNorADrainForTheWorker(String model, String kind)
      throws Exception {
    List<String> options =
        List.of(
            "-Dcal.adopt=workers:adopted.truths..*",
            "-Dcal.model=" + model,
            "-Dcal.thread-pool.size=1",
            "-Dcal.max-in-flight=1",
            "-Dcal.shutdown-timeout=60m");
    try (AdoptedProcess process =
        AdoptedProcess.start(folder, options, "adopted.truths.Crew", kind)) {
      assertThat(process.rest()).hasSize(3).allMatch(line -> line.startsWith("done by "));
      assertThat(process.status()).as(process.err()).isZero();
      assertThat(process.err()).startsWith("cal: workers=" + model).hasLineCount(1);
    }
  }
}
