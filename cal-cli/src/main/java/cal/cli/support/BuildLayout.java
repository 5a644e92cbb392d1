package cal.cli.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where things are that the build has made. Stateless. */
public final class BuildLayout {
  private BuildLayout() {}

  /** The folder of the repository. */
  public static Path root() {
    return built().getParent().getParent();
  }

  /** The folder that the build has put everything into that this program starts. */
  public static Path built() {
    return own().getParent();
  }

  /** The jar of the agent. */
  public static Path agent() {
    return root().resolve("cal-agent/target/cal.jar");
  }

  /** This program's jar, or its folder of classes: the first of the class path. */
  public static Path own() {
    String path = System.getProperty("java.class.path");
    try {
      return Path.of(path.split(File.pathSeparator, 2)[0]).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("where this program is", e);
    }
  }

  /** Jars of this program's class path that begin with a name; the jar of ./cal names them. */
  public static String libraries(String... names) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .flatMap(BuildLayout::withLibraries)
        .filter(
            file -> Arrays.stream(names).anyMatch(n -> file.getFileName().toString().startsWith(n)))
        .map(Path::toString)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<Path> withLibraries(Path entry) {
    File[] libraries = entry.toAbsolutePath().resolveSibling("lib").toFile().listFiles();
    return libraries == null
        ? Stream.of(entry)
        : Arrays.stream(libraries).map(File::toPath).sorted();
  }
}
