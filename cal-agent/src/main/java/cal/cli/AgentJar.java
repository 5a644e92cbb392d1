package cal.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The jar by which a JVM weaves: the jar of this command line, if an agent. */
final class AgentJar {
  private static final String AGENT = "Premain-Class";

  private AgentJar() {}

  /**
   * Finds the jar.
   *
   * @throws IllegalStateException if this command line is of something else, with the remedy
   */
  static Path path() {
    Path own = own();
    if (!isAgent(own)) {
      throw new IllegalStateException(
          own
              + " weaves nothing, since it has no manifest with "
              + AGENT
              + "; give the command to ./cal, or to java -jar cal-agent/target/cal.jar");
    }
    return own;
  }

  private static Path own() {
    try {
      return Path.of(AgentJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static boolean isAgent(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      return Optional.ofNullable(jar.getManifest())
          .map(Manifest::getMainAttributes)
          .map(attributes -> attributes.getValue(AGENT))
          .isPresent();
    } catch (IOException unreadable) {
      throw new IllegalStateException("cannot read " + file + ": " + unreadable, unreadable);
    }
  }
}
