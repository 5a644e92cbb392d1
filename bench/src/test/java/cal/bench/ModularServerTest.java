package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.weave.CaptureRecord;
import java.io.BufferedReader;
import java.io.File;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipe's server as a module of Java, woven when it is built, beside CAL's jars as modules.
 */
@Timeout(300)
class ModularServerTest {
  private static final Path RECIPES = Path.of("src/test/recipes").toAbsolutePath();
  private static final List<String> LIBRARY =
      List.of("cal-core", "cal-executor", "cal-reactive", "aspectjrt");

  /** The options that the line at the start asks for. */
  private static final List<String> OPTIONS =
      List.of("--add-opens=java.base/java.lang=cal.reactive", "--enable-native-access=cal.core");

  @TempDir private Path folder;
  private Path woven;

  private static String entry(String artifact) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.matches(".*/" + artifact + "/.*"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(artifact + " is not on the class path"));
  }

  private static String path(Stream<String> entries) {
    return entries.collect(Collectors.joining(File.pathSeparator));
  }

  @BeforeEach
  void build() throws Exception {
    SampleServer.skipUnless(entry("cal-core").endsWith(".jar"), "modules are jars (mvn verify)");
    woven = Files.createDirectory(folder.resolve("woven"));
    Path info = folder.resolve("module-info.java");
    Files.writeString(info, "module acme { requires cal.core; }");
    String library = path(LIBRARY.stream().map(ModularServerTest::entry));
    List<String> javac =
        new ArrayList<>(List.of("-p", library, "-d", woven.toString(), info.toString()));
    try (Stream<Path> sources = Files.list(RECIPES.resolve("server/acme"))) {
      sources.map(Path::toString).forEach(javac::add);
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, javac.toArray(String[]::new)))
        .isZero();
    Path aspects = RECIPES.resolve("compile-time/src/main/aspect");
    run(
        "-cp %s org.aspectj.tools.ajc.Main --release 25 -classpath %s -aspectpath %s"
                .formatted(System.getProperty("ajc.jar"), library, entry("cal-core"))
            + " -inpath %s -sourceroots %s -d %s".formatted(woven, aspects, woven));
    run(
        "-cp %s %s %s"
            .formatted(
                path(Stream.of(woven.toString(), library, entry("cal-weave"))),
                CaptureRecord.class.getName(),
                woven));
  }

  private void run(String arguments) throws Exception {
    Outcome outcome = Outcome.of(folder, new ProcessBuilder(Jvm.command(arguments.split(" "))));
    assertThat(outcome.status()).as("%s%s", outcome.err(), outcome.out()).isZero();
  }

  /** The line at the start, of a server that has answered two clients at a time. */
  private String line(String model, List<String> options) throws Exception {
    List<String> java = Jvm.command(options);
    java.add("-Dcal.model=" + model);
    Stream<String> library = LIBRARY.stream().map(ModularServerTest::entry);
    java.addAll(List.of("-p", path(Stream.concat(Stream.of(woven.toString()), library))));
    java.addAll(List.of("-m", "acme/acme.EchoServer", "0"));
    Process server = new ProcessBuilder(java).start();
    try (BufferedReader out = server.inputReader()) {
      int port = Integer.parseInt(out.readLine());
      try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port);
          Socket other = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(silent.isConnected()).isTrue();
        other.getOutputStream().write('x');
        assertThat(other.getInputStream().read()).isEqualTo('x');
      }
      return server.errorReader().readLine();
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldServeFromTheModulePath() throws Exception {
    assertThat(line("virtual", List.of())).startsWith("cal: accept=virtual (-Dcal.model, ");
    assertThat(line("reactive", List.of()))
        .startsWith("cal: accept=reactive (-Dcal.model, ")
        .contains("--add-opens java.base/java.lang=cal.reactive", OPTIONS.getLast())
        .doesNotContain("ALL-UNNAMED", "manifest");
    assertThat(line("reactive", OPTIONS)).doesNotContain(", on the JDK's scheduler");
  }
}
