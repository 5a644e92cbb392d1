package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import cal.core.contract.Spin;
import cal.testing.SomeCases;
import cal.weave.verify.VerifyCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Servers with a deadlock each: {@code verify} tells of it, and the server comes to it. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class PlantedDeadlocksTest {
  private static final Path CASES = Path.of("src/test/deadlocks");
  private static final String NONE = "none";

  @TempDir private Path folder;
  private AgentProject project;

  @BeforeEach
  void compileTheEnd() throws IOException {
    project = new AgentProject(folder);
    project.compile("End", Files.readString(CASES.resolve("End.java")));
  }

  static Stream<String> cases() throws IOException {
    try (Stream<Path> all = Files.list(CASES)) {
      return all
          .filter(Files::isDirectory)
          .map(each -> each.getFileName().toString())
          .toList()
          .stream();
    }
  }

  static Stream<Arguments> remedies() {
    return Stream.of(
        Arguments.of("opposite-hand-offs", "cal.stage.audit.model=virtual"),
        Arguments.of("spawn-in-a-region", "cal.stage.mail.max-in-flight=16384"),
        Arguments.of("full-queue-on-a-circle", "cal.stage.right.max-in-flight=16384"),
        Arguments.of("pool-smaller-than-its-chain", "cal.stage.job.model=virtual"),
        Arguments.of("wait-on-the-only-thread", "cal.stage.disk.model=virtual"),
        Arguments.of("no-place-for-the-signal", "cal.stage.client.max-in-flight=16384"));
  }

  private Path file(String name) {
    return CASES.resolve(name).resolve("cal.yaml").toAbsolutePath();
  }

  private static String source(String name) throws IOException {
    return Files.readString(CASES.resolve(name).resolve("Server.java"));
  }

  private String verify(String name, int status, String... more) throws IOException {
    project.compile("Server", source(name));
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.addAll(List.of("--config", file(name).toString(), project.classes().toString()));
    return said(name, status, arguments);
  }

  private static String said(String name, int status, List<String> arguments) {
    StringWriter said = new StringWriter();
    int ended =
        new CommandLine(new VerifyCommand())
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(said, true))
            .execute(arguments.toArray(String[]::new));
    assertThat(ended).as("%s: %s", name, said).isEqualTo(status);
    return said.toString();
  }

  private Outcome run(String name, int limit, List<String> settings) throws Exception {
    List<String> all = new ArrayList<>(settings);
    all.add("cal.config=" + file(name));
    all.add("limit=" + limit);
    return project.run(List.of(), all.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "regions-in-two-orders      | 4 | holds the guard app.Room and waits for the guard"
            + " app.Member, held by client-2, at app.Member.tell",
        "regions-in-a-circle        | 6 | waits for the guard app.Stock, held by client-1",
        "two-of-a-class             | 4 | holds the guard of one app.Account and waits for the"
            + " guard of another app.Account",
        "wait-in-two-regions        | 4 | holds the guard app.Shop and waits for a signal on the"
            + " guard app.Box, and a newcomer that signals needs the guard app.Shop",
        "signal-that-nobody-sends   | 3 | waits for a signal on the guard app.Gate, which nothing"
            + " signals",
        "pool-smaller-than-its-chain| 8 | waits for a thread of stage=job"
            + " (cal.stage.job.thread-pool.size=2), taken by job-1 and job-3",
        "wait-on-the-only-thread    | 5 | a newcomer that signals needs a thread of stage=disk"
            + " (cal.stage.disk.executor-pool.size=1), taken by client-1",
        "no-place-for-the-signal    | 6 | a newcomer that signals needs a place of stage=client"
            + " (cal.stage.client.max-in-flight=2, when-full=block)"
      })
  void shouldTellOfADeadlock(String name, int events, String words) throws Exception {
    assertThat(verify(name, 1))
        .contains("\ndeadlock after " + events + " events", words)
        .contains("\nat run time: these activities hang\n");
  }

  @SomeCases(of = 8)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "regions-in-two-orders",
        "regions-in-a-circle",
        "two-of-a-class",
        "wait-in-two-regions",
        "signal-that-nobody-sends",
        "pool-smaller-than-its-chain",
        "wait-on-the-only-thread",
        "no-place-for-the-signal"
      })
  void shouldHangAsTold(String name) throws Exception {
    assertThat(verify(name, 1)).contains("these activities hang");
    assertThat(run(name, 2, List.of()).out()).isEqualTo("hangs\n");
  }

  @SomeCases(of = 4)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "opposite-hand-offs     | 8 | stages wait for each other: | waits for a thread of"
            + " stage=audit (cal.stage.audit.executor-pool.size=1), taken by client-2",
        "hand-off-in-a-region   | 2 | was made inside a critical region | holds the guard"
            + " app.Totals and waits for the guard app.Totals, held by client-1",
        "spawn-in-a-region      | 3 | its caller is inside a critical region | waits for a place of"
            + " stage=mail (cal.stage.mail.max-in-flight=1, when-full=block), taken by mail-1",
        "full-queue-on-a-circle | 2 | what could free a place waits for its caller's stage | waits"
            + " for a place of stage=left (cal.stage.left.max-in-flight=1, when-full=block)"
      })
  void shouldTellOfTheDeadlockThatCalRefuses(String name, int events, String refusal, String words)
      throws Exception {
    String said = verify(name, 1);

    assertThat(said)
        .contains("\ndeadlock after " + events + " events", words)
        .contains("\nat run time CAL refuses such a wait: ");
    assertThat(run(name, 2, List.of()).err()).as("the server itself").contains(refusal);
  }

  @SomeCases(of = 6)
  @ParameterizedTest
  @MethodSource("remedies")
  void shouldNameTheSettingWithWhichTheServerEnds(String name, String setting) throws Exception {
    assertThat(verify(name, 1)).contains("\nremedy: " + setting + ", free of deadlock (");
    assertThat(verify(name, 0, "--set", setting)).contains("\nfree of deadlock under these");
    assertThat(run(name, 120, List.of(setting)).out()).as("the server").isEqualTo("ended\n");
  }

  /** The weaver moves regions and waits into methods of its own. */
  @ParameterizedTest
  @MethodSource("cases")
  void shouldTellTheSameOfWovenClasses(String name) throws Exception {
    Path woven = folder.resolve("build/woven");
    Files.createDirectories(folder.resolve("build/src/app"));
    Files.copy(CASES.resolve("End.java"), folder.resolve("build/src/app/End.java"));
    AgentProject.built(
        folder.resolve("build"), Files.readString(file(name)), "app/Server.java", source(name));
    int status = name.equals(NONE) ? 0 : 1;

    String said = said(name, status, List.of(woven.toString()));

    assertThat(verdict(said)).isEqualTo(verdict(verify(name, status)));
  }

  private static List<String> verdict(String said) {
    return said.lines()
        .takeWhile(line -> !line.startsWith("not searched: "))
        .filter(line -> !line.startsWith("stages: ")) // a record has them in another order
        .toList();
  }

  @Test
  void shouldFindNoDeadlockInRightWaits() throws Exception {
    assertThat(verify(NONE, 0)).contains("\nfree of deadlock under these settings (");
    assertThat(run(NONE, 120, List.of()).out()).isEqualTo("ended\n");
  }

  @SomeCases(of = 6)
  @ParameterizedTest
  @MethodSource("cases")
  void shouldAgreeWithSpin(String name) throws Exception {
    Spin.assumeInstalled();
    Path model = folder.resolve("model.pml");

    verify(name, name.equals(NONE) ? 0 : 1, "--promela", model.toString());

    assertThat(Spin.check(model, folder))
        .contains(name.equals(NONE) ? "errors: 0" : "invalid end state (at depth")
        .doesNotContain("search depth too small");
  }

  @SomeCases(of = 6)
  @ParameterizedTest
  @MethodSource("remedies")
  void shouldAgreeWithSpinOnTheRemedy(String name, String setting) throws Exception {
    Spin.assumeInstalled();
    Path model = folder.resolve("model.pml");

    verify(name, 0, "--set", setting, "--promela", model.toString());

    assertThat(Spin.check(model, folder)).contains("errors: 0").doesNotContain("search depth");
  }

  @Test
  void shouldEndInASentenceWhereNothingIsKnown() throws IOException {
    assertThat(verify(NONE, 2, "--model", "adaptive", "--set", "cal.stage.part.model=adaptive"))
        .contains("stage=part has model=adaptive, of which no model of its waits is known; verify");
    assertThat(verify(NONE, 2, "--promela", folder.resolve("no/such").toString()))
        .contains("cannot be written");
    assertThat(verify(NONE, 2, "--set", "cal.stage.parts.model=virtual"))
        .contains("there is no stage=parts; the stages are client, part, store");
  }
}
