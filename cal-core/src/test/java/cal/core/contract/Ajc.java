package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.aspectj.tools.ajc.Main;

/**
 * The AspectJ compiler, within the tests' JVM. One run at a time: ajc keeps what a run compiles
 * with in static fields, so that of two at once one fails, or compiles into the other's folder. Its
 * classes are its own: ajc tells AspectJ that nobody weaves in another thread, so that a weaver of
 * the same class loader fails.
 */
public final class Ajc {
  private static final MethodHandle MAIN = main();

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
    try {
      MAIN.invoke(all.toArray(String[]::new), false, failures, errors, rest, rest, rest);
    } catch (Throwable failure) {
      throw new AssertionError("ajc itself failed", failure);
    }
    assertThat(failures).as("ajc itself failed").isEmpty();
    return errors;
  }

  private static MethodHandle main() {
    URL jar = Main.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader own =
        new URLClassLoader("ajc", new URL[] {jar}, ClassLoader.getPlatformClassLoader());
    MethodType type =
        MethodType.methodType(
            int.class,
            String[].class,
            boolean.class,
            List.class,
            List.class,
            List.class,
            List.class,
            List.class);
    try {
      return MethodHandles.publicLookup()
          .findStatic(own.loadClass(Main.class.getName()), "bareMain", type);
    } catch (ReflectiveOperationException other) {
      throw new LinkageError("another AspectJ", other);
    }
  }
}
