package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The steps of {@code docs/operating.md}, done with the agent's jar. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class OperatedServerTest {
  private static final Path LIBRARIES = Path.of("target/metered");

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

  /** Takes steps until it is ended, whoever asks. */
  private static final String TICKING =
      """
      package app;
      public class Ticking {
        public static void main(String[] words) {
          Ticking server = new Ticking();
          while (server.step()) ;
        }
        boolean step() {
          java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
          return true;
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void requireTheAgent() {
    Jvm.requireAgent();
  }

  @Test
  void shouldMeterAServerThatBringsMicrometer() throws Exception {
    String libraries;
    try (Stream<Path> jars = Files.list(LIBRARIES)) {
      libraries = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
    compile("Metered", METERED, libraries);
    Path config =
        Files.writeString(
            folder.resolve("cal.yaml"), "stages: { step: { spawn: boolean app.Metered.step() } }");

    Outcome outcome =
        Outcome.of(
            folder,
            Jvm.command(
                "-javaagent:" + Jvm.AGENT,
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

  private void compile(String name, String text, String libraries) throws IOException {
    Jvm.compileWith(libraries, folder, Files.writeString(folder.resolve(name + ".java"), text));
  }

  @Tag("measuring")
  @Test
  void shouldAdviseAModel() throws Exception {
    compile("Ticking", TICKING, "");
    Path config =
        Files.writeString(
            folder.resolve("cal.yaml"), "stages: { step: { spawn: boolean app.Ticking.step() } }");
    Path properties = folder.resolve("cal.properties");
    Path page = folder.resolve("advice.html");
    List<String> command = new ArrayList<>(List.of(Jvm.JAVA, "-jar", "" + Jvm.AGENT, "advise"));
    command.addAll(List.of("--models", "virtual", "--minutes", "0.1", "--load", "sleep 1"));
    command.addAll(List.of("--write", "" + properties, "--html", "" + page));
    command.addAll(List.of("--config", "" + config, "--", "-cp", "" + folder, "app.Ticking"));

    Outcome outcome = Outcome.of(folder, command);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines().toList())
        .satisfiesOnlyOnce(line -> assertThat(line).startsWith("round 2: virtual, "))
        .satisfiesOnlyOnce(line -> assertThat(line).startsWith("virtual ").endsWith("<- best"))
        .last()
        .asString()
        .startsWith("cal.model=virtual: it does ")
        .endsWith(", and was the only one to be tried.");
    assertThat(outcome.status()).isZero();
    assertThat(properties).hasContent("cal.model=virtual");
    assertThat(page).content().contains("<h1>virtual</h1>");

    assertThat(Outcome.of(folder, command).err())
        .isEqualToIgnoringNewLines(
            "cal: --write "
                + properties
                + " exists; name another file"
                + " (java -jar cal.jar advise --help lists the options)");
  }

  /** Of another user: of root's first process, or, for root, of this one as nobody. */
  @Test
  void shouldSayWhoseProcessItIs() throws Exception {
    String me = ProcessHandle.current().info().user().orElse("");
    List<String> command = new ArrayList<>();
    long pid = 1;
    Path jar = Jvm.AGENT;
    if (me.equals("root")) {
      SampleServer.skipUnless(
          Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv here to be another user by");
      command.addAll(List.of("/usr/bin/setpriv", "--reuid=65534", "--clear-groups"));
      pid = ProcessHandle.current().pid();
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      jar = Files.copy(Jvm.AGENT, folder.resolve("cal.jar"));
    }
    command.addAll(List.of(Jvm.JAVA, "-jar", jar.toString(), "top", "--pid", "" + pid, "--once"));

    Outcome outcome = Outcome.of(folder, command);

    assertThat(outcome.err())
        .isEqualTo(
            "cal: process %d is of user root, and a JVM lets only its own user look into it; run"
                    .formatted(pid)
                + " this as that user (sudo -u root)\n");
    assertThat(outcome.status()).isEqualTo(2);
  }
}
