package cal.schedules;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The present JDK, instrumented by Fray: an image that jlink makes once in a folder. Fray's own
 * plugin for Maven asks for the folder {@code jmods}, which JDKs may lack since JEP 493.
 */
final class FrayJdk {
  /** All that the library and its tests need. */
  private static final String MODULES = "java.se,jdk.jfr,jdk.management,jdk.net,jdk.unsupported";

  private static final String INSTRUMENTATION = "fray-instrumentation-jdk";

  private static final String AGENT = "fray-instrumentation-agent";

  private FrayJdk() {}

  /** The command of its Java, with both agents of Fray. */
  static List<String> java(Path folder) throws IOException, InterruptedException {
    Path image = folder.resolve("jdk-" + Runtime.version());
    if (!Files.exists(image.resolve("release"))) {
      link(image);
    }
    Path library = Files.createDirectories(folder).resolve("libjvmti.so");
    try (InputStream in = FrayJdk.class.getResourceAsStream("/libjvmti.so")) {
      Files.copy(in, library, StandardCopyOption.REPLACE_EXISTING);
    }
    return List.of(
        image.resolve("bin").resolve("java").toString(),
        "-javaagent:" + jar(AGENT),
        "-agentpath:" + library.toAbsolutePath());
  }

  private static void link(Path image) throws IOException, InterruptedException {
    String modules =
        jars().filter(jar -> !jar.contains(AGENT)).collect(Collectors.joining(File.pathSeparator));
    Process jlink =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
                "-J-javaagent:" + jar(INSTRUMENTATION),
                "-J--module-path=" + modules,
                "-J--add-modules=org.pastalab.fray.instrumentation.jdk",
                "--output=" + image,
                "--add-modules=" + MODULES,
                "--fray-instrumentation")
            .inheritIO()
            .start();
    if (jlink.waitFor() != 0) {
      throw new IllegalStateException("jlink has made no " + image);
    }
  }

  /** Fray's jars, and those that they need. */
  private static Stream<String> jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(jar -> jar.matches(".*/(fray-(instr|runt|core|rmi)|asm|kotlin)[^/]*\\.jar"));
  }

  private static String jar(String name) {
    return jars().filter(jar -> jar.contains(name)).findFirst().orElseThrow();
  }
}
