package cal.agent.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.os.Affinity;
import cal.core.spi.Cores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The user's load, as a command that fails, or that does not want to end. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LoadTest {
  @TempDir private Path folder;

  private Path words() {
    return folder.resolve("words");
  }

  private static void awaitFailure(Load load) throws IOException {
    while (!load.goOn()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldKeepTheReasonOfARunThatFailed() throws Exception {
    try (Load load = Load.of("echo no server; echo; exit 3", words())) {
      awaitFailure(load);
      assertThat(load.failure()).isEqualTo("the load ended with status 3: no server");
      assertThat(load.runs()).isZero();
    }
  }

  @Test
  void shouldRefuseACommandThatIsNone() throws Exception {
    try (Load load = Load.of("no-such-program-anywhere", words())) {
      assertThatThrownBy(() -> awaitFailure(load))
          .hasStackTraceContaining("the load ended with status 127: ")
          .hasStackTraceContaining("no-such-program-anywhere")
          .hasStackTraceContaining("; give --load a command of the shell");
    }
  }

  @Test
  void shouldEndWhatDoesNotWantToEnd() throws Exception {
    Path ready = folder.resolve("ready");
    String stubborn = "trap '' TERM; echo $$ > " + ready + "; while :; do sleep 0.1; done";
    long pid;
    try (Load load = Load.of(stubborn, words())) {
      while (read(ready).isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(load.goOn()).isFalse();
      pid = Long.parseLong(read(ready));
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void shouldLeaveHalfOfTheCoresToTheServer() throws Exception {
    BitSet all = Affinity.ofThread();
    assumeTrue(all.cardinality() > 1, "a single core");
    Path cores = folder.resolve("cores");

    try (Load load = Load.of("grep Cpus_allowed_list /proc/self/status > " + cores, words())) {
      while (load.runs() == 0) {
        assertThat(load.goOn()).isFalse();
      }
    }

    assertThat(Cores.of(read(cores).split("\\s+")[1]).toString())
        .isEqualTo(Cores.of(lastHalf(all)).toString());
    assertThat(Affinity.ofThread()).as("of advise itself").isEqualTo(all);
  }

  private static String lastHalf(BitSet all) {
    return all.stream()
        .skip((all.cardinality() + 1) / 2)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(","));
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }

  @Test
  void shouldTellAnExceptionAndNotItsFrames() throws Exception {
    Files.writeString(
        words(),
        """
        starting
        Exception in thread "main" java.net.BindException: Address already in use
        \tat java.base/sun.nio.ch.Net.bind0(Native Method)
        \t... 4 more

        """);
    assertThat(Load.lastWords(words()))
        .isEqualTo(
            "starting; Exception in thread \"main\" java.net.BindException: Address already in"
                + " use");
  }

  @Test
  void shouldTellWhyAJvmDoesNotStart() throws Exception {
    Path thin = folder.resolve("thin.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(thin), manifest)) {
      jar.finish();
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    assertThatThrownBy(
            () -> TriedServer.of(List.of(java, "-javaagent:" + thin, "-version"), words()))
        .isInstanceOf(Untried.class)
        .hasMessageStartingWith("the server ended with status 1: ")
        .hasMessageContaining("Premain-Class")
        .hasMessageEndingWith("; agent library failed Agent_OnLoad: instrument");
  }
}
