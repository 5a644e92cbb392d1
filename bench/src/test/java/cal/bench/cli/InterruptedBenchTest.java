package cal.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import cal.bench.CommandRun;
import cal.bench.Processes;
import cal.bench.SampleServer;
import cal.cli.Cal;
import cal.cli.server.OrbServers;
import cal.cli.server.ServerProcess;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A measurement is stopped in its middle. Runs after the phase package. */
@Tag("measuring")
@Timeout(300)
class InterruptedBenchTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder;
  private Process started;

  @AfterEach
  void killWhatWasStarted() {
    if (started != null) {
      started.destroyForcibly();
    }
  }

  @BeforeAll
  static void skipUnlessBuilt() {
    SampleServer.skipUnless(
        OrbServers.areBuilt(), "the servers of the experiments are not built (mvn verify does)");
  }

  /** A shell has SIGINT ignored by what it starts in the background, and children inherit that. */
  private static void skipWhereInterruptsAreIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    boolean ignored =
        Files.exists(status)
            && Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    SampleServer.skipUnless(
        !ignored, "this process ignores SIGINT, as in the background of a shell: run it in front");
  }

  @Test
  void shouldKeepWhatIsDoneWhenItIsInterrupted() throws Exception {
    skipWhereInterruptsAreIgnored();
    String[] words = grid();
    Path json = folder.resolve("mine/results.json");
    stopWhereAServerIsHeldAnd(json);
    Process bench = start(words);
    await("the first case").atMost(LONG).until(() -> Files.exists(json));
    List<Long> servers =
        await("servers").atMost(LONG).until(() -> started(bench), InterruptedBenchTest::isHeld);
    signal(bench, "INT");
    assertThat(bench.waitFor(120, TimeUnit.SECONDS)).as("Ctrl-C ends it").isTrue();
    await("no server is left")
        .atMost(LONG)
        .until(() -> servers.stream().noneMatch(Processes::isThere));
    JsonNode kept = new ObjectMapper().readTree(json.toFile()).get("cells");
    assertThat(kept).hasSize(1);

    CommandRun again = CommandRun.of(words);

    assertThat(again.status()).as(again.err()).isZero();
    JsonNode all = new ObjectMapper().readTree(json.toFile()).get("cells");
    assertThat(all).hasSize(2);
    assertThat(all.get(0)).as("not measured again").isEqualTo(kept.get(0));
  }

  /** Where it is killed, its servers end all the same, and be they held. */
  @Test
  void shouldLeaveNoServerBehindWhenItIsKilled() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/setpriv"))).isTrue();
    stopWhereAServerIsHeldAnd(folder);
    Process bench = start(grid());
    List<Long> servers =
        await("servers").atMost(LONG).until(() -> started(bench), InterruptedBenchTest::isHeld);
    signal(bench, "KILL");
    await("no server is left")
        .atMost(LONG)
        .until(() -> servers.stream().noneMatch(Processes::isThere));
  }

  /** JMH has a JVM of its own, and another of that measures. */
  @ParameterizedTest
  @ValueSource(strings = {"INT", "KILL"})
  void shouldLeaveNoBenchmarkBehind(String signal) throws Exception {
    if (signal.equals("INT")) {
      skipWhereInterruptsAreIgnored();
    }
    assumeThat(Files.isExecutable(Path.of("/usr/bin/setpriv"))).isTrue();
    Path file = folder.resolve("mine.yaml");
    Files.writeString(
        file,
        """
        title: Interrupted
        question: Does the benchmark end?
        kind: micro
        contests: [{name: a, in: CaptureBenchmark, baseline: handWritten, others: captured}]
        seconds: 60
        warmup: 60
        """);
    Process bench = start("bench", file.toString(), "--quick", "--out", folder.toString());
    await("a JVM of a JVM's, which measures")
        .atMost(LONG)
        .until(() -> bench.children().anyMatch(jmh -> jmh.children().findAny().isPresent()));
    List<Long> jvms = started(bench);
    signal(bench, signal);
    await("nothing is left").atMost(LONG).until(() -> jvms.stream().noneMatch(Processes::isThere));
  }

  private String[] grid() throws Exception {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(
        file,
        """
        title: Interrupted
        question: Is what was done kept?
        kind: grid
        services: [upload-64, upload-80k]
        clients: [2]
        servers: [virtual]
        rounds: 2
        seconds: 0.05
        warmup: 0.05
        """);
    return new String[] {"bench", file.toString(), "--quick", "--out", folder.toString()};
  }

  /**
   * The commands started then hold servers by a {@code kill} of this test's. Once it has held one
   * where a file is there, it does not return before its caller ends.
   */
  private void stopWhereAServerIsHeldAnd(Path isThere) throws Exception {
    Path kill = Files.createDirectory(commands()).resolve("kill");
    Files.writeString(
        kill,
        """
        #!/bin/sh
        kill "$@" || exit
        if [ "$1" = -STOP ] && [ -e '%s' ]; then exec tail --pid=$PPID -f /dev/null; fi
        """
            .formatted(isThere));
    assertThat(kill.toFile().setExecutable(true)).isTrue();
  }

  /** Programs that go before those of the machine. */
  private Path commands() {
    return folder.resolve("bin");
  }

  private Process start(String... words) throws Exception {
    List<String> command = ServerProcess.java(System.getProperty("java.class.path"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", Cal.class.getName()));
    command.addAll(List.of(words));
    ProcessBuilder program =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.txt").toFile());
    program.environment().merge("PATH", commands() + ":", (path, first) -> first + path);
    started = program.start();
    return started;
  }

  private static void signal(Process bench, String name) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + bench.pid()).start().waitFor()).isZero();
  }

  private static List<Long> started(Process bench) {
    return bench.descendants().map(ProcessHandle::pid).toList();
  }

  private static boolean isHeld(List<Long> servers) {
    return servers.stream().anyMatch(Processes::isStopped);
  }
}
