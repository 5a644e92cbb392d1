package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A setting that needs calls of the system ends in a sentence where these are denied. */
class NativeAccessDeniedTest {
  @TempDir private Path folder;

  /** Opens a stage with each of some settings, where the system is said to be another as well. */
  static final class Program {
    private Program() {}

    private static final List<String> SETTINGS =
        List.of(
            "model=reactive reactive.transport=epoll",
            "model=reactive reactive.transport=io_uring",
            "model=reactive reactive.cores=0",
            "model=test-thread cores=0",
            "model=reactive",
            "model=proactor");

    public static void main(String[] none) {
      for (String system : List.of("Linux", "Mac OS X")) {
        System.setProperty("os.name", system);
        SETTINGS.forEach(settings -> System.out.println(system + ": " + outcome(settings)));
      }
    }

    private static String outcome(String settings) {
      Map<String, String> all = new LinkedHashMap<>();
      for (String one : settings.split(" ")) {
        all.put("cal." + one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
      }
      try (Engine runtime = Engine.of(Configuration.of(all), List.of("work"))) {
        runtime.open("work");
        return settings + " opens " + runtime.remarks();
      } catch (Throwable refused) {
        return refused.getClass().getSimpleName() + ": " + refused.getMessage();
      }
    }
  }

  @Test
  void shouldNameTheSettingAndTheRemedyWhereverCallsOfTheSystemCannotBeMade() {
    ChildJvm.Outcome denied =
        ChildJvm.run(
            folder,
            List.of(
                "--illegal-native-access=deny",
                ChildJvm.OPEN,
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName()));
    String access = "needs --enable-native-access=ALL-UNNAMED";
    String epoll =
        "ConfigurationException: cal.reactive.transport=epoll cannot be had here: epoll ";
    String ring =
        "ConfigurationException: cal.reactive.transport=io_uring cannot be had here: io_uring ";
    String linux = "needs Linux on x86-64 or aarch64";
    String cores = "ConfigurationException: cal.cores=0 ";
    String loops = "ConfigurationException: cal.reactive.cores=0 ";
    assertThat(denied.out().lines())
        .containsExactly(
            "Linux: " + epoll + access + "; or give auto or nio",
            "Linux: " + ring + access + "; or give auto or nio",
            "Linux: " + loops + access + "; or leave it out",
            "Linux: " + cores + access + "; or leave it out",
            "Linux: model=reactive opens [reactive over nio, since epoll " + access + "]",
            "Linux: model=proactor opens [proactor over nio, since epoll "
                + access
                + ", since io_uring "
                + access
                + "]",
            "Mac OS X: " + epoll + linux + "; or give auto or nio",
            "Mac OS X: " + ring + linux + "; or give auto or nio",
            "Mac OS X: " + loops + "needs Linux; or leave it out",
            "Mac OS X: " + cores + "needs Linux; or leave it out",
            "Mac OS X: model=reactive opens [reactive over nio, since epoll " + linux + "]",
            "Mac OS X: model=proactor opens [proactor over nio, since epoll "
                + linux
                + ", since io_uring "
                + linux
                + "]");
  }
}
