package cal.sample.upload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The woven classes as a jar, which is how they are deployed: a class in a folder costs a file
 * descriptor when it is loaded, and could not be loaded any more once they have run out.
 */
final class WovenJar {
  private static final Path JAR = make();

  private WovenJar() {}

  static Path path() {
    return JAR;
  }

  private static Path make() {
    Path classes = Path.of(System.getProperty("woven.classes"));
    Path jar = classes.resolveSibling("woven-under-test.jar");
    try (Stream<Path> walk = Files.walk(classes);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      List<Path> files = walk.filter(Files::isRegularFile).sorted().toList();
      for (Path file : files) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
