package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import cal.testing.FolderJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar of servers that tests start, where two test processes run at once. */
class FolderJarTest {
  /** A server loads most classes with the first client: half a jar by then ends the client. */
  @Test
  void shouldLeaveAServerTheJarOpenedBefore(@TempDir Path folder) throws Exception {
    byte[] content = new byte[100_000];
    new Random(1).nextBytes(content);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path late = Files.write(classes.resolve("Late.class"), content);
    try (JarFile open = new JarFile(FolderJar.of(classes, "test.jar", null).toFile())) {
      Files.write(late, new byte[1]);
      FolderJar.of(classes, "test.jar", null);
      assertThat(open.getInputStream(open.getEntry("Late.class")).readAllBytes())
          .isEqualTo(content);
    }
  }
}
