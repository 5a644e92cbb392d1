package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.cluster.Node;
import cal.sample.upload.ServerProcess.Launcher;
import cal.testing.SomeCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same server, woven, in a process of its own, under each model. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class WovenServerTest {
  /** Under which a server is concurrent. */
  static final List<String> MODELS =
      List.of(
          ("thread thread-pool executor executor-pool virtual reactive reactive-pool proactor jcsp"
                  + " jcsp-pool")
              .split(" "));

  private static final String LISTENS = "cal: the cluster listens at ";

  private List<String> uploadsUnwoven;
  private List<String> factorsUnwoven;
  private List<String> statisticsUnwoven;

  @BeforeAll
  void askTheUnwovenServer() throws Exception {
    uploadsUnwoven = uploads(Launcher.plain());
    factorsUnwoven = factors(Launcher.plain());
    statisticsUnwoven = statistics(Launcher.plain());
    assertThat(uploadsUnwoven).allSatisfy(answers -> assertThat(answers).hasSize(50 * 8));
    assertThat(factorsUnwoven).allSatisfy(answers -> assertThat(answers).contains("0a"));
  }

  private static List<String> uploads(Launcher launcher) throws Exception {
    return uploads(launcher, "memory");
  }

  private static List<String> uploads(Launcher launcher, String store) throws Exception {
    try (ServerProcess server = launcher.start("upload", "--port", "0", "--store", store)) {
      return Script.upload(server.port());
    }
  }

  private static List<String> factors(Launcher launcher) throws Exception {
    try (ServerProcess server = launcher.start("factor", "--port", "0")) {
      return Script.factor(server.port());
    }
  }

  @Test
  void shouldAnswerOneClientAfterTheOtherAsUnwoven() throws Exception {
    assertThat(uploads(Launcher.woven("sequential"))).isEqualTo(uploadsUnwoven);
  }

  @SomeCases(of = 5)
  @ParameterizedTest
  @FieldSource("MODELS")
  void shouldAnswerAsUnwovenAndDrainOnSigterm(String model) throws Exception {
    Launcher launcher = Launcher.woven(model, "cal.shutdown-timeout=2m");
    try (ServerProcess server = launcher.start("factor", "--port", "0")) {
      assertThat(Script.factor(server.port())).isEqualTo(factorsUnwoven);
      letOneConnectionPayForItsBadInput(server);
      drainOnSigterm(server);
    }
  }

  private static void letOneConnectionPayForItsBadInput(ServerProcess server) throws Exception {
    try (Client good = new Client(server.port());
        Client bad = new Client(server.port());
        Client silent = new Client(server.port())) {
      silent.send((byte) '7');
      assertThat(good.ask("10")).isEqualTo("2 5");
      assertThat(bad.ask("zero")).startsWith("ERR ");
      assertThat(bad.read()).isEqualTo(-1);
      server.awaitErr(bad.address());
      assertThat(good.ask("21")).isEqualTo("3 7");
    }
  }

  private static void drainOnSigterm(ServerProcess server) throws Exception {
    int port = server.port();
    try (Client idle = new Client(port);
        Client busy = new Client(port)) {
      assertThat(idle.ask("6")).isEqualTo("2 3");
      assertThat(busy.ask("4")).isEqualTo("2 2");
      busy.send((byte) '9');
      server.awaitRead(busy);
      server.terminate();
      assertThat(idle.read()).as("an idle connection is closed at once").isEqualTo(-1);
      busy.sendLine("");
      assertThat(busy.readLine()).as("a request that has begun is answered").isEqualTo("3 3");
      assertThat(busy.read()).isEqualTo(-1);
      assertThat(server.exitStatus()).as("143 = 128 + SIGTERM").isEqualTo(143);
      assertThatThrownBy(() -> new Client(port).close()).isInstanceOf(IOException.class);
      assertThat(server.err()).noneMatch(line -> line.contains("interrupted"));
    }
  }

  @SomeCases(of = 4)
  @ParameterizedTest
  @ValueSource(strings = {"thread", "reactive-pool", "sequential", "adaptive"})
  void shouldTellItsStatisticsAsUnwoven(String model) throws Exception {
    assertThat(statistics(Launcher.woven(model))).isEqualTo(statisticsUnwoven);
  }

  private static List<String> statistics(Launcher launcher) throws Exception {
    try (ServerProcess server =
        launcher.start("factor", "--port", "0", "--read-timeout", "500ms")) {
      List<String> answers = Script.statistics(server.port());
      assertThat(answers).contains("client own factor requests=2 bytes=3").hasSize(21);
      return answers;
    }
  }

  @SomeCases(of = 5)
  @ParameterizedTest
  @CsvSource({
    "thread, virtual",
    "thread-pool, executor-pool",
    "virtual, thread",
    "reactive, jcsp-pool",
    "jcsp, thread-pool"
  })
  void shouldAnswerAsUnwovenWithItsStoreHandedOff(String model, String store, @TempDir Path folder)
      throws Exception {
    Launcher launcher = Launcher.woven(model, "cal.stage.store.model=" + store);
    assertThat(uploads(launcher, "h2:" + folder.resolve("frames"))).isEqualTo(uploadsUnwoven);
  }

  /** Others upload meanwhile, whose acknowledgements are looked for when it is killed. */
  @SomeCases(of = 6)
  @ParameterizedTest
  @ValueSource(
      strings = {"thread-pool", "executor", "executor-pool", "virtual", "reactive", "jcsp-pool"})
  void shouldAnswerAsUnwovenAndLoseNoAcknowledgedFrameWhenKilled(String model, @TempDir Path folder)
      throws Exception {
    KillDrill.shouldLoseNothing(
        Launcher.woven(model),
        Frames.inDatabase(folder),
        8,
        1000,
        server -> {
          assertThat(Script.upload(server.port())).isEqualTo(uploadsUnwoven);
          server.kill();
        });
  }

  @Tag("measuring")
  @Test
  void shouldLoseNoAcknowledgedFileWhenKilled(@TempDir Path folder) throws Exception {
    Launcher launcher = Launcher.woven("reactive", "cal.stage.store.model=executor-pool");
    KillDrill.shouldLoseNothing(launcher, Frames.inFiles(folder), 8, 500);
  }

  @SomeCases(of = 6)
  @ParameterizedTest
  @ValueSource(strings = {"thread", "virtual", "reactive", "reactive-pool", "proactor", "jcsp"})
  void shouldPauseAcceptingWithoutDescriptorsAndAnswerAsUnwoven(String model) throws Exception {
    try (ServerProcess server = DescriptorDrill.start(Launcher.woven(model).withOpenFiles(100))) {
      DescriptorDrill.shouldServeAll(server, 200, true);
      assertThat(Script.upload(server.port())).isEqualTo(uploadsUnwoven);
    }
  }

  /** Nothing is configured: a pool has 100 threads, and each client would keep one. */
  @Test
  void shouldServeEverybodyElseBehindTwoHundredSilentClients() throws Exception {
    Launcher launcher = Launcher.woven("thread-pool");
    List<Client> silent = new ArrayList<>();
    try (ServerProcess server = launcher.start("factor", "--port", "0")) {
      for (int i = 0; i < 200; i++) {
        silent.add(new Client(server.port()));
      }
      for (int i = 0; i < 20; i++) {
        try (Client client = new Client(server.port())) {
          assertThat(client.ask("10")).isEqualTo("2 5");
        }
      }
    } finally {
      for (Client one : silent) {
        one.close();
      }
    }
  }

  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"executor-pool", "reactive"})
  void shouldEndAlthoughAClientWaitsForATotal(String model) throws Exception {
    Launcher launcher = Launcher.woven(model, "cal.shutdown-timeout=200ms");
    try (ServerProcess server = launcher.start("factor", "--port", "0", "--read-timeout", "60m");
        Client waiting = new Client(server.port())) {
      assertThat(waiting.ask("6")).isEqualTo("2 3");
      waiting.sendLine("STATS WAIT 9");
      server.awaitRead(waiting);
      server.terminate();
      assertThat(server.exitStatus()).isEqualTo(143);
      assertThat(waiting.read()).isEqualTo(-1);
      server.awaitErr("shutdown-timeout has passed");
    }
  }

  @Test
  void shouldNameStragglersAtTheDeadline() throws Exception {
    Launcher launcher = Launcher.woven("thread", "cal.shutdown-timeout=200ms");
    try (ServerProcess server = launcher.start("factor", "--port", "0");
        Client busy = new Client(server.port())) {
      assertThat(busy.ask("6")).isEqualTo("2 3");
      busy.send((byte) '9');
      server.awaitRead(busy);
      server.terminate();
      assertThat(server.exitStatus()).isEqualTo(143);
      server.awaitErr("shutdown-timeout has passed");
      server.awaitErr("cal-thread-connection-");
    }
  }

  @Tag("measuring")
  @ParameterizedTest
  @CsvSource({"factor, factorization", "upload, checksum"})
  void shouldAnswerByTheNodeOfACluster(String service, String stage) throws Exception {
    boolean factor = service.equals("factor");
    assertThat(onANode(service, stage, factor ? Script::factor : Script::upload))
        .isEqualTo(factor ? factorsUnwoven : uploadsUnwoven);
  }

  /** A stage of a service runs on a node, which is another process of the same jar. */
  private static List<String> onANode(String service, String stage, Session session)
      throws Exception {
    Launcher launcher =
        Launcher.woven(
            "reactive", "cal.stage." + stage + ".model=cluster", "cal.cluster.listen=127.0.0.1:0");
    try (ServerProcess server = launcher.start(service, "--port", "0")) {
      assertThat(server.port()).isPositive();
      server.awaitErr(LISTENS);
      String line =
          server.err().stream().filter(l -> l.contains(LISTENS)).findFirst().orElseThrow();
      String address = line.substring(line.indexOf(LISTENS) + LISTENS.length()).split(",", 2)[0];
      Launcher node =
          Launcher.woven(
                  "sequential", "cal.cluster.join=" + address, "cal.cluster.listen=127.0.0.1:0")
              .withMainClass(Node.class);
      try (ServerProcess joined = node.start()) {
        joined.awaitErr("calls at a time for");
        server.awaitErr("nodes=1");
        return session.with(server.port());
      }
    }
  }

  /** The answers to the clients of a service. */
  private interface Session {
    List<String> with(int port) throws Exception;
  }

  @Test
  void shouldHandADurableStoreOffUnderAnEventLoop(@TempDir Path folder) throws Exception {
    Launcher launcher = Launcher.woven("reactive");
    String store = "h2:" + folder.resolve("frames");
    try (ServerProcess server = launcher.start("upload", "--port", "0", "--store", store)) {
      assertThat(server.port()).isPositive();
      server.awaitErr("connection=reactive");
      server.awaitErr("store=executor-pool");
    }
  }

  @Test
  void shouldServeAndSayWhatToDoWhereTheJdkIsClosedToAnEventLoop() throws Exception {
    Launcher launcher = Launcher.woven("reactive").withoutOpenings();
    try (ServerProcess server = launcher.start("upload", "--port", "0")) {
      assertThat(server.port()).isPositive();
      server.awaitErr("on the JDK's scheduler and slower than on event loops");
      server.awaitErr("start Java with --add-opens java.base/java.lang=ALL-UNNAMED");
    }
  }

  @Test
  void shouldCarryItsLicence() throws IOException {
    try (JarFile jar = new JarFile(WovenJar.path().toFile())) {
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
      assertThat(jar.getEntry("META-INF/NOTICE")).isNotNull();
    }
  }

  @Test
  void shouldNeedTwentyLinesOfAspectAtMost() throws IOException {
    Path binding = Path.of("src/main/aspect/cal/sample/upload/UploadActivities.aj");
    List<String> code = new ArrayList<>(Files.readAllLines(binding));
    code.removeIf(line -> line.isBlank() || line.strip().startsWith("/*"));
    assertThat(code).hasSizeLessThanOrEqualTo(20);
  }
}
