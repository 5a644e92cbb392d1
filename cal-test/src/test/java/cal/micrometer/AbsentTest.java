package cal.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without the libraries that it serves, this module does nothing. */
class AbsentTest {
  /** The server's program. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws InterruptedException {
      Office office = new Office();
      office.send(() -> "yes");
      System.out.println(office.answers().poll(120, TimeUnit.SECONDS));
      System.out.println("meters " + new MeterProvider().takesPart());
      System.out.println("context " + new ContextProvider().takesPart());
    }
  }

  private static String run(String without) throws Exception {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.matches(without))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dcal.model=thread",
                "-cp",
                classPath,
                Program.class.getName())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  @Test
  void shouldServeWithoutAnyOfThem() throws Exception {
    assertThat(run(".*/(micrometer-|context-propagation-)[^/]*\\.jar"))
        .contains("yes yes\nmeters false\ncontext false\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"micrometer-core", "context-propagation", "slf4j-api"})
  void shouldServeWithoutOneOfThem(String absent) throws Exception {
    assertThat(run(".*/" + absent + "-[^/]*\\.jar"))
        .contains("yes yes\n")
        .contains("meters " + !absent.equals("micrometer-core"))
        .contains("context " + !absent.equals("context-propagation"));
  }
}
