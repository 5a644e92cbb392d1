package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The steps of {@code docs/operating.md}, done with the agent's jar. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class OperatedServerTest {
  private static final Path AGENT = Path.of("../cal-agent/target/cal.jar").toAbsolutePath();
  private static final Path LIBRARIES = Path.of("target/metered");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** Takes two steps for a user, and shows its meters. */
  private static final String METERED =
      """
      package app;
      import io.micrometer.context.ContextRegistry;
      import io.micrometer.core.instrument.*;
      import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
      public class Metered {
        static final ThreadLocal<String> USER = new ThreadLocal<>();
        int steps;
        public static void main(String[] words) {
          Metrics.addRegistry(new SimpleMeterRegistry());
          ContextRegistry.getInstance().registerThreadLocalAccessor("user", USER);
          USER.set("alice");
          Metered server = new Metered();
          while (server.step()) ;
        }
        boolean step() {
          System.out.println("virtual " + Thread.currentThread().isVirtual() + " " + USER.get());
          if (++steps < 3) return true;
          for (Meter meter : Metrics.globalRegistry.getMeters()) {
            System.out.println(
                meter.getId().getName() + meter.getId().getTags()
                    + meter.measure().iterator().next().getValue());
          }
          return false;
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void requireTheAgent() {
    SampleServer.skipUnless(Files.exists(AGENT), "cal.jar is not built (mvn verify does)");
  }

  @Test
  void shouldMeterAServerThatBringsMicrometer() throws Exception {
    Path source = Files.writeString(folder.resolve("Metered.java"), METERED);
    String libraries;
    try (Stream<Path> jars = Files.list(LIBRARIES)) {
      libraries = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null, null, null, "-cp", libraries, "-d", folder.toString(), source.toString()))
        .isZero();
    Path config =
        Files.writeString(
            folder.resolve("cal.yaml"), "stages: { step: { spawn: boolean app.Metered.step() } }");

    Outcome outcome =
        Outcome.of(
            folder,
            List.of(
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-javaagent:" + AGENT,
                "-Dcal.model=virtual",
                "-Dcal.config=" + config,
                "-cp",
                folder + File.pathSeparator + libraries,
                "app.Metered"));

    assertThat(outcome.err()).startsWith("cal: step=virtual ");
    assertThat(outcome.out().lines())
        .contains("virtual true alice")
        .doesNotContain("virtual true null", "virtual false alice")
        .contains(
            "cal.stage.captured[tag(model=virtual), tag(stage=step)]1.0",
            "cal.stage.active[tag(model=virtual), tag(stage=step)]1.0",
            "cal.stage.completed[tag(model=virtual), tag(stage=step)]0.0",
            "cal.stage.wait[tag(model=virtual), tag(stage=step)]3.0",
            "cal.stage.run[tag(model=virtual), tag(stage=step)]2.0");
    assertThat(outcome.status()).isZero();
  }

  /** Of another user: of root's first process, or, for root, of this one as nobody. */
  @Test
  void shouldSayWhoseProcessItIs() throws Exception {
    String me = ProcessHandle.current().info().user().orElse("");
    List<String> command = new ArrayList<>();
    long pid = 1;
    Path jar = AGENT;
    if (me.equals("root")) {
      SampleServer.skipUnless(
          Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv here to be another user by");
      command.addAll(List.of("/usr/bin/setpriv", "--reuid=65534", "--clear-groups"));
      pid = ProcessHandle.current().pid();
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      jar = Files.copy(AGENT, folder.resolve("cal.jar"));
    }
    command.addAll(List.of(JAVA, "-jar", jar.toString(), "top", "--pid", "" + pid, "--once"));

    Outcome outcome = Outcome.of(folder, command);

    assertThat(outcome.err())
        .isEqualTo(
            "cal: process %d is of user root, and a JVM lets only its own user look into it; run"
                    .formatted(pid)
                + " this as that user (sudo -u root)\n");
    assertThat(outcome.status()).isEqualTo(2);
  }
}
