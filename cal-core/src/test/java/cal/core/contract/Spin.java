package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Checks Promela models in all interleavings. Stateless. */
public final class Spin {
  /** Steps of the longest way that is searched. */
  private static final String DEPTH = "-m1000000";

  /** The most megabytes of a search. */
  private static final String MEMORY = "-DMEMLIM=2048";

  /** Ends a search at that limit, with no error found. */
  private static final String CUT = "reached -DMEMLIM bound";

  private Spin() {}

  /** Skips a test where Spin is not installed, and says so. */
  public static void assumeInstalled() {
    for (String tool : List.of("spin", "gcc")) {
      boolean there =
          Stream.of(System.getenv("PATH").split(":"))
              .anyMatch(entry -> Files.isExecutable(Path.of(entry, tool)));
      if (!there) {
        System.out.println("skipped: " + tool + " is not on the PATH, which checks the model");
      }
      assumeTrue(there, tool + " is not on the PATH");
    }
  }

  /**
   * Checks a model.
   *
   * @param model the file
   * @param folder for the program that Spin makes
   * @param options of Spin, before the model
   * @return what Spin says
   */
  public static String check(Path model, Path folder, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("spin"));
    command.addAll(List.of(options));
    command.addAll(List.of("-run", "-safety", MEMORY, DEPTH, model.toAbsolutePath().toString()));
    Process spin =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(spin.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    spin.waitFor();
    assertThat(said).as("the search of all states").doesNotContain(CUT);
    return said;
  }
}
