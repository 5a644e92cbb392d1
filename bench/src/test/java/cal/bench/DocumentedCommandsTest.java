package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.Cal;
import cal.cli.CommandSet;
import cal.testing.SomeCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each command of README and docs is run as documented, or a list says why not: by the script, by
 * the jars that it runs, and by the agent's jar alone.
 */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentedCommandsTest {
  private Path folder;
  private Playground playground;

  @BeforeAll
  void share(@TempDir Path shared) {
    folder = shared;
  }

  @AfterAll
  void close() {
    if (playground != null) {
      playground.close();
    }
  }

  @Test
  void shouldSayOfEachCommandWhatBecomesOfIt() {
    assertThat(Documented.listed())
        .extracting(Documented::command)
        .containsExactlyInAnyOrderElementsOf(Documented.inDocuments());
  }

  @Test
  void shouldRunEachCommandOfTheCommandLineInEachBuild() {
    assertThat(first().map(Documented::word).collect(Collectors.toSet()))
        .containsAll(Cal.commandLine().getSubcommands().keySet());
  }

  static Stream<Documented> first() {
    return Documented.listed().stream().filter(Documented::first);
  }

  static Stream<Documented> others() {
    return Documented.listed().stream().filter(one -> !one.first() && one.not() == null);
  }

  @SomeCases
  @ParameterizedTest
  @MethodSource("first")
  void shouldRunAsDocumented(Documented command) throws Exception {
    forms(command).getFirst().run();
  }

  @Tag("measuring")
  @ParameterizedTest
  @MethodSource("first")
  void shouldRunInEachOtherForm(Documented command) throws Exception {
    forms(command).stream().skip(1).forEach(Runnable::run);
  }

  /** Each command of the command line has run in each form before. */
  @Tag("measuring")
  @ParameterizedTest
  @MethodSource("others")
  void shouldRunTheOthersAsDocumented(Documented command) throws Exception {
    forms(command).getFirst().run();
  }

  private List<Runnable> forms(Documented command) throws Exception {
    if (playground == null) {
      for (String jar : List.of("target/cal.jar", "../cal-agent/target/cal.jar")) {
        SampleServer.skipUnless(Files.exists(Path.of(jar)), jar + " is not built");
      }
      playground = new Playground(folder);
    }
    return playground.forms(command, List.copyOf(CommandSet.OF_REPOSITORY));
  }
}
