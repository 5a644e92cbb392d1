package framework;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.testing.SomeCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each framework of docs/adopting.md serves and stops under models named there, and each of these
 * models lets a server start again.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class FrameworksTest {
  private static final int CLIENTS = 40;
  private static final int ROUNDS = 3;
  private static final int TERMINATED = 143;
  private static final long DEADLINE_SECONDS = 120;

  private static final Map<String, String> THREADS =
      Map.of(
          "virtual", "VirtualThread.*@ForkJoinPool-",
          "reactive", "VirtualThread.*@cal-reactive-(loop|spare)-",
          "thread-pool", "cal-thread-pool-(workers|executors|tomcat)-");

  /** What is adopted, and a server of it. */
  private static final Map<Class<?>, String> SERVERS =
      Map.of(
          TomcatMain.class, "tomcat",
          JettyMain.class, "jetty",
          UndertowMain.class, "undertow",
          SpringMain.class, "tomcat",
          JerseyMain.class, "grizzly",
          GrpcMain.class, "grpc",
          NettyMain.class, "executors:framework..*",
          VertxMain.class, "executors:framework..*",
          JdkMain.class, "executors:framework..*");

  private static final String BINDING =
      """
      stages:
        answer:
          hand-off: java.lang.String framework.Host.answer(..)
      """;

  @TempDir Path folder;

  static Stream<Class<?>> servers() {
    return SERVERS.keySet().stream().sorted(Comparator.comparing(Class::getName));
  }

  /** Each server under one model, and under one of the others in turns. */
  static Stream<Arguments> cells() {
    List<Class<?>> all = servers().toList();
    return IntStream.range(0, all.size())
        .boxed()
        .flatMap(
            i ->
                Stream.of("virtual", i % 2 == 0 ? "reactive" : "thread-pool")
                    .map(model -> Arguments.of(all.get(i), model)));
  }

  @SomeCases(of = 9)
  @ParameterizedTest
  @MethodSource("cells")
  void shouldServeAndStop(Class<?> server, String model) throws Exception {
    serve(server, SERVERS.get(server), model, FrameworkProcess.main(server, 0));
  }

  @Tag("measuring")
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive", "thread-pool"})
  void shouldStartAgainWhereItListened(String model) throws Exception {
    Class<?> server = TomcatMain.class;
    String adopt = SERVERS.get(server);
    int port = serve(server, adopt, model, FrameworkProcess.main(server, 0));
    List<String> again = FrameworkProcess.main(server, port);
    try (FrameworkProcess process = FrameworkProcess.start(folder, adopt, model, again)) {
      assertThat(process.line("port")).isEqualTo(String.valueOf(port));
      try (Clients clients = clients(server, port, 1)) {
        assertServed(clients.ask(0, "/again"), "/again", model);
      }
    }
  }

  @SomeCases
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive", "thread-pool"})
  void shouldServeFromAnExecutableJar(String model) throws Exception {
    List<String> boot = List.of("-jar", BootJar.in(folder).toString());
    serve(SpringMain.class, "tomcat", model, boot);
  }

  private int serve(Class<?> server, String adopt, String model, List<String> java)
      throws Exception {
    try (FrameworkProcess process = FrameworkProcess.start(folder, adopt, model, java)) {
      int port = serve(process, server, model);
      assertThat(process.said())
          .singleElement()
          .asString()
          .contains("=" + model + " (-Dcal.model, adopted (within(");
      return port;
    }
  }

  private static int serve(FrameworkProcess process, Class<?> server, String model)
      throws Exception {
    int port = Integer.parseInt(process.line("port"));
    try (Clients clients = clients(server, port, CLIENTS)) {
      for (int round = 0; round < ROUNDS; round++) {
        assertServed(clients, "/round" + round, model);
      }
      Future<String> slow = clients.ask(0, "/slow");
      process.line("in flight");
      process.terminate();
      assertServed(slow, "/slow", model);
      assertThat(process.line("stopped")).isEmpty();
    }
    assertThat(process.status()).as(process.err()).isEqualTo(TERMINATED);
    return port;
  }

  /** The older Spring Boot, without an agent: the manifest opens what event loops need. */
  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive"})
  void shouldServeByTheStarter(String model) throws Exception {
    Path lib = Path.of("target", "lib");
    Path jar = BootJar.in(folder, lib.resolve("cal.jar"), lib.resolve("starter.jar"));
    List<String> java = List.of("-Dcal.model=" + model, "-jar", jar.toString());
    try (FrameworkProcess process = FrameworkProcess.unwoven(folder, java)) {
      serve(process, SpringMain.class, model);
    }
  }

  private static Clients clients(Class<?> server, int port, int number) {
    return server == GrpcMain.class ? Clients.grpc(port, number) : Clients.http(port);
  }

  private static void assertServed(Clients clients, String path, String model) throws Exception {
    List<Future<String>> answers = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      answers.add(clients.ask(client, path + client));
    }
    for (int client = 0; client < CLIENTS; client++) {
      assertServed(answers.get(client), path + client, model);
    }
  }

  private static void assertServed(Future<String> answer, String path, String model)
      throws Exception {
    assertThat(answer.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .startsWith(path + " by ")
        .containsPattern(THREADS.get(model));
  }

  /** A carrier for each of two event loops, which wait in native code. */
  @Test
  void shouldLeaveEventLoopsToTheJdk() throws Exception {
    List<String> java = new ArrayList<>(List.of("-Djdk.virtualThreadScheduler.parallelism=1"));
    java.addAll(FrameworkProcess.main(GrpcMain.class, 0));
    String all = "threads:framework..*,io.grpc..*;executors:io.grpc.internal..*";
    try (FrameworkProcess process = FrameworkProcess.start(folder, all, "virtual", java);
        Clients clients = Clients.grpc(Integer.parseInt(process.line("port")), CLIENTS)) {
      assertServed(clients, "/", "virtual");
    }
  }

  /** Named together with the server's own classes: their workers alone are the model's. */
  @Test
  void shouldAdoptNoThreadOfVertxWhateverThePattern() throws Exception {
    String own = "framework..*,io.vertx..*,io.netty..*";
    String adopt = "executors:" + own + ";threads:" + own;
    List<String> java = FrameworkProcess.main(VertxMain.class, 0);
    try (FrameworkProcess process = FrameworkProcess.start(folder, adopt, "reactive", java);
        Clients clients = Clients.http(Integer.parseInt(process.line("port")))) {
      assertThat(clients.ask(0, "/").get(DEADLINE_SECONDS, TimeUnit.SECONDS)).startsWith("/ by ");
    }
  }

  @Test
  void shouldRefusePatternsThatMeanEventLoopsAlone() {
    ChildJvm.Outcome refused = refusal("threads:io.vertx..*,io.netty..*", VertxMain.class);
    assertThat(refused.status()).as(refused.err()).isEqualTo(2);
    assertThat(refused.err())
        .startsWith("cal: cal.adopt=threads:io.vertx..*,io.netty..* is not allowed: ")
        .contains("are never adopted", "executors:com.acme..*")
        .hasLineCount(1);
  }

  private ChildJvm.Outcome refusal(String adopt, Class<?> server) {
    List<String> java = new ArrayList<>();
    java.add("-javaagent:" + Path.of("target", "lib", "cal.jar").toAbsolutePath());
    java.add("-Dcal.adopt=" + adopt);
    java.addAll(FrameworkProcess.main(server, 0));
    return ChildJvm.run(folder, java);
  }

  @Test
  void shouldRefuseWhatAdoptsNothing() {
    ChildJvm.Outcome nothing = refusal("executors:framework.TomcatMain", TomcatMain.class);
    assertThat(nothing.status()).as(nothing.err()).isEqualTo(2);
    assertThat(nothing.err())
        .isEqualToIgnoringNewLines(
            "cal: cal.adopt=executors:framework.TomcatMain is not allowed: no class there makes"
                + " executors, so nothing would be adopted; name the classes that do");
    ChildJvm.Outcome threads = refusal("executors:framework.Host", TomcatMain.class);
    assertThat(threads.err()).contains("they make threads, so write threads:");
  }

  /** Of such a jar no record can be made ahead. */
  @Test
  void shouldRefuseBindingsOfAnExecutableJar() throws Exception {
    Path file = Files.writeString(folder.resolve("cal.yaml"), BINDING);
    ChildJvm.Outcome refused =
        ChildJvm.run(
            folder,
            List.of(
                "-javaagent:" + Path.of("target", "lib", "cal.jar").toAbsolutePath(),
                "-Dcal.config=" + file,
                "-jar",
                BootJar.in(folder).toString()));
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .contains("are inside an executable jar", "java -Djarmode=tools -jar app.jar extract")
        .hasLineCount(1);
  }

  @Test
  void shouldListEachFrameworkInItsPage() throws Exception {
    Properties known = new Properties();
    try (JarFile agent = new JarFile(Path.of("target", "lib", "cal.jar").toFile());
        var in = agent.getInputStream(agent.getEntry("META-INF/cal/frameworks.properties"))) {
      known.load(in);
    }
    String page = Files.readString(Path.of("..", "docs", "adopting.md"));
    for (String key : known.stringPropertyNames()) {
      assertThat(page).contains("`" + key.replace(".instead", "") + "`");
    }
  }
}
