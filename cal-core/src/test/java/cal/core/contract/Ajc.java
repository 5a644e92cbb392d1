package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.aspectj.tools.ajc.Main;

/**
 * The AspectJ compiler, within the tests' JVM. One run at a time: ajc keeps what a run compiles
 * with in static fields, so that of two at once one fails, or compiles into the other's folder.
 */
public final class Ajc {
  private Ajc() {}

  /**
   * Compiles and weaves for the JDK of the build.
   *
   * @param arguments ajc's arguments besides {@code --release}
   * @return ajc's errors, in order; empty if it succeeded
   */
  public static synchronized List<String> run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--release", "25", "-g"));
    all.addAll(List.of(arguments));
    List<String> failures = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    Main.bareMain(all.toArray(String[]::new), false, failures, errors, rest, rest, rest);
    assertThat(failures).as("ajc itself failed").isEmpty();
    return errors;
  }
}
