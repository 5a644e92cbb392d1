package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.weave.record.RecordWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record of a build is found on a class path as {@code java} takes it. */
class BuiltServerTest {
  @TempDir private Path folder;

  @Test
  void shouldLookIntoTheJarsOfAFolder() throws IOException {
    String all = "absent" + File.pathSeparator + folder + File.separator + "*";
    Files.createFile(folder.resolve("notes.txt"));
    assertThat(BuiltServer.isOn(all)).isFalse();

    Path jar = folder.resolve("server.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(RecordWriter.RESOURCE));
    }
    assertThat(BuiltServer.isOn(all)).isTrue();
    assertThat(BuiltServer.isOn(folder + File.separator + "none" + File.separator + "*")).isFalse();
  }
}
