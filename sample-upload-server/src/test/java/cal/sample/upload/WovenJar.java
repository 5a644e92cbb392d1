package cal.sample.upload;

import cal.testing.FolderJar;
import java.nio.file.Path;

/**
 * The woven classes as a jar, which is how they are deployed: a class in a folder costs a file
 * descriptor when it is loaded, and could not be loaded any more once they have run out.
 */
final class WovenJar {
  private static final Path JAR =
      FolderJar.of(Path.of(System.getProperty("woven.classes")), "woven-under-test.jar", null);

  private WovenJar() {}

  static Path path() {
    return JAR;
  }
}
