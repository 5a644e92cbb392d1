package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.baseline.Script;
import cal.cli.server.ServerProcess;
import cal.testing.SomeCases;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code java -jar}, and no flag: the jar's manifest names the agent that weaves it. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunnableJarTest {
  private static final Path TARGET = Path.of("../sample-upload-server/target").toAbsolutePath();
  private static final List<String> FACTOR = List.of("factor", "--port", "0");

  private Path jar;
  private Map<String, String> factorsUnwoven;

  @BeforeAll
  void askTheUnwovenServer() throws Exception {
    Jvm.requireAgent();
    try (Stream<Path> files = Files.list(TARGET)) {
      jar = files.filter(f -> f.toString().endsWith("-runnable.jar")).findFirst().orElseThrow();
    }
    String plain =
        SampleServer.unwovenJar() + File.pathSeparator + TARGET.resolve("lib").resolve("*");
    factorsUnwoven = factors(List.of("-cp", plain, "cal.sample.upload.Main"));
    assertThat(factorsUnwoven).isNotEmpty();
  }

  private static List<String> java(List<String> options) {
    List<String> command = Jvm.command(options);
    command.addAll(FACTOR);
    return command;
  }

  private static Map<String, String> factors(List<String> options) throws Exception {
    try (ServerProcess server = ServerProcess.start(java(options))) {
      return Script.factor(server.address().getPort());
    }
  }

  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"reactive", "thread-pool"})
  void shouldWeaveItselfAndAnswerAsUnwoven(String model) throws Exception {
    assertThat(factors(List.of("-Dcal.model=" + model, "-jar", jar.toString())))
        .containsExactlyEntriesOf(factorsUnwoven);
  }

  @Test
  void shouldWeaveOnceWhereTheAgentIsGivenAsWell() throws Exception {
    assertThat(
            firstComplaint(
                List.of("-javaagent:" + Jvm.AGENT, "-Dcal.model=virtual", "-jar", jar.toString())))
        .startsWith("cal: ")
        .contains(" accept=virtual (-Dcal.model, 1 join point) connection=virtual");
  }

  private static String firstComplaint(List<String> options) throws IOException {
    Process server = new ProcessBuilder(java(options)).start();
    try {
      return server.errorReader().readLine();
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void shouldEndInOneSentenceWhereASettingIsWrong(@TempDir Path folder) throws Exception {
    Outcome outcome =
        Outcome.of(folder, java(List.of("-Dcal.model=virtul", "-jar", jar.toString())));

    assertThat(outcome.err()).startsWith("cal: model virtul").contains("did you mean virtual?");
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void shouldNotServeUnwovenWhereJavaHasNoAgents(@TempDir Path folder) throws Exception {
    Outcome outcome =
        Outcome.of(
            folder,
            java(List.of("--limit-modules=java.sql,java.management", "-jar", jar.toString())));

    assertThat(outcome.err()).startsWith("cal: ").contains("java.instrument");
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void shouldNotServeUnwovenWithoutTheAgentsJar(@TempDir Path folder) throws Exception {
    Path alone = Files.copy(jar, folder.resolve("server.jar"));

    Outcome outcome = Outcome.of(folder, java(List.of("-jar", alone.toString())));

    assertThat(outcome.err()).contains("cal.agent.");
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.out()).isEmpty();
  }
}
