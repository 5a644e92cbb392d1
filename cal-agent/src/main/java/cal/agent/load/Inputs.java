package cal.agent.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * All that a weaving depends on, as text: this jar, the JDK, what is asked for, and every file of
 * the class path by its size and time. Stateless.
 */
final class Inputs {
  private Inputs() {}

  /**
   * Describes what a weaving depends on.
   *
   * @return empty where the agent is no jar, so that its own classes may change one by one, or
   *     where the file of bindings is missing
   */
  static Optional<String> of(Request request, ClassPath classPath, Path ownJar) throws IOException {
    Optional<Path> config = request.config();
    if (!Files.isRegularFile(ownJar) || !config.map(Files::isRegularFile).orElse(true)) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder("cal woven 1\n");
    add(ownJar, text);
    text.append(Runtime.version()).append(' ').append(System.getProperty("java.home"));
    text.append("\nweave ").append(request.weave());
    text.append("\nadopt ").append(request.adopt());
    if (config.isPresent()) {
      text.append("\nconfig ").append(config.get()).append('\n');
      text.append(new String(Files.readAllBytes(config.get()), StandardCharsets.ISO_8859_1));
    }
    text.append('\n');
    for (Path entry : classPath.entries()) {
      if (Files.isDirectory(entry)) {
        try (Stream<Path> files = Files.walk(entry)) {
          for (Iterator<Path> all = files.sorted().iterator(); all.hasNext(); ) {
            add(all.next(), text);
          }
        }
      } else {
        add(entry, text);
      }
    }
    return Optional.of(text.toString());
  }

  private static void add(Path file, StringBuilder text) throws IOException {
    BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
    text.append(file);
    if (!is.isDirectory()) {
      text.append(' ')
          .append(is.size())
          .append(' ')
          .append(is.lastModifiedTime().to(TimeUnit.NANOSECONDS));
    }
    text.append('\n');
  }
}
