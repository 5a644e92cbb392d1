package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.agent.top.RunningServer;
import cal.core.contract.ChildJvm;
import cal.core.spi.CalRuntimeMXBean.HangStatus;
import cal.testing.SomeCases;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that hangs in twelve ways: the log names each, with the stacks of its threads. */
@Timeout(300)
class PlantedHangsTest {
  private static final Path CASES = Path.of("src/test/hangs");
  private static final String CIRCLE = "threads wait for each other, for good: ";
  private static final String NOBODY = ", and nobody holds it, since ";
  private static final String KEPT = " has been kept for ";

  /** What the log says of each: words of one line, and frames after it. */
  private static final Map<String, List<String>> WORDS = new LinkedHashMap<>();

  static {
    WORDS.put("monitors", List.of(CIRCLE, "app.Monitors.left(", "app.Monitors.right("));
    WORDS.put(
        "locks",
        List.of(
            CIRCLE,
            "waits for java.util.concurrent.locks.ReentrantLock@",
            "app.Locks.left(",
            "app.Locks.right("));
    WORDS.put("signal", List.of("ConditionObject@", NOBODY, "app.Signal.left("));
    WORDS.put("notify", List.of("a signal on app.Notify@", NOBODY, "app.Notify.left("));
    WORDS.put(
        "initialisers",
        List.of(
            "stand in class initialisers",
            "in the initialiser of app.Left",
            "in the initialiser of app.Right",
            "app.Left.<clinit>(",
            "app.Right.<clinit>("));
    WORDS.put(
        "full",
        List.of(
            CIRCLE,
            "a place in stage=job, one of which is kept by ",
            "app.Full.left(",
            "app.Full.use("));
    WORDS.put("regions", List.of(CIRCLE, "app.Regions.left(", "app.Regions.right("));
    WORDS.put("guard", List.of("a signal on app.Gate@", NOBODY, "app.Gate.pass"));
    WORDS.put("latch", List.of("java.util.concurrent.CountDownLatch@", NOBODY, "app.Latch.left("));
    WORDS.put("future", List.of("CompletableFuture", NOBODY, "app.Latch.right("));
    WORDS.put("semaphore", List.of("concurrent.Semaphore@", NOBODY, "app.Permit.right("));
    WORDS.put("computing", List.of(KEPT, "stage=client", "app.Computing.left("));
    WORDS.put("pinned", List.of("CompletableFuture", NOBODY, "app.Slow.<clinit>("));
  }

  @TempDir private Path folder;
  private Process server;

  @AfterEach
  void end() throws InterruptedException {
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
  }

  /** The hangs that are looked for; a name that is no argument belongs to another. */
  private Map<String, List<String>> start(String model, String... without) throws IOException {
    AgentProject project = new AgentProject(folder);
    project.compile("Server", Files.readString(CASES.resolve("Server.java")));
    Map<String, List<String>> words = new LinkedHashMap<>(WORDS);
    words.keySet().removeAll(List.of(without));
    List<String> options =
        new ArrayList<>(
            List.of(
                ChildJvm.OPEN,
                "-javaagent:" + project.agent(),
                "-Dcal.model=" + model,
                "-Dcal.config=" + CASES.resolve("cal.yaml").toAbsolutePath(),
                "-cp",
                project.classes().toString(),
                "app.Server"));
    words.keySet().stream().filter(name -> !name.equals("future")).forEach(options::add);
    server = new ProcessBuilder(ChildJvm.command(options)).start();
    CompletableFuture.delayedExecutor(2, TimeUnit.MINUTES).execute(server::destroyForcibly);
    return words;
  }

  /** Reads the log until all is said. */
  private List<String> named(Map<String, List<String>> words) throws IOException {
    List<String> records = new ArrayList<>(List.of(""));
    BufferedReader log = server.errorReader();
    while (!missing(records, words).isEmpty()) {
      String line = log.readLine();
      if (line == null) {
        break;
      }
      if (line.contains(" cal: ")) {
        records.add("");
      }
      records.add(records.removeLast() + line + "\n");
    }
    assertThat(missing(records, words)).as("not in %s", String.join("", records)).isEmpty();
    return records;
  }

  private static List<String> missing(List<String> records, Map<String, List<String>> words) {
    return words.entrySet().stream()
        .filter(
            one -> records.stream().noneMatch(it -> one.getValue().stream().allMatch(it::contains)))
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void shouldNameEachUnderVirtualThreads() throws Exception {
    Map<String, List<String>> words = start("virtual");
    named(words);

    try (RunningServer top = RunningServer.of(server.pid())) {
      String shown =
          top.look().hangs().stream().map(HangStatus::hang).collect(Collectors.joining("\n"));
      assertThat(shown).contains(CIRCLE, NOBODY, KEPT, "stand in class initialisers");
    }
  }

  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"reactive", "jcsp"})
  void shouldNameEachUnderAnotherModel(String model) throws Exception {
    named(start(model, model.equals("reactive") ? new String[0] : new String[] {"computing"}));
  }
}
