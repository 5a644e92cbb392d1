package cal.agent.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cal.agent.binding.Request;
import cal.agent.path.ClassPath;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The inputs of a weaving differ where any content does, though name, size and time do not. */
class InputsTest {
  private static final FileTime TIME = FileTime.fromMillis(315_532_800_000L);

  @TempDir private Path folder;

  @BeforeEach
  void make() throws IOException {
    jar("agent.jar", "cal/agent/Entry.class", "agent", 0);
  }

  private void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, TIME);
  }

  private void jar(String name, String entry, String content, int more) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(0); // one size
      for (int i = 0; i < more; i++) {
        zip.putNextEntry(new ZipEntry("more/" + i));
      }
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(content.getBytes(UTF_8));
    }
    Files.setLastModifiedTime(file, TIME);
  }

  private String inputs() throws IOException {
    Request request =
        new Request(Optional.empty(), List.of(), List.of(), Optional.empty(), Optional.empty());
    Path agent = folder.resolve("agent.jar");
    String text = folder.resolve("classes") + File.pathSeparator + folder.resolve("server.jar");
    return Inputs.of(request, ClassPath.of(text, agent), agent).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme/Binding.class", "META-INF/aop.xml", "META-INF/aop-ajc.xml"})
  void shouldTellContentsApartThatHaveOneSizeAndTime(String name) throws IOException {
    write("classes/" + name, "one");
    String before = inputs();
    assertThat(inputs()).isEqualTo(before);

    write("classes/" + name, "two");
    String after = inputs();
    assertThat(after).isNotEqualTo(before).hasSameSizeAs(before);

    jar("server.jar", name, "one", 0);
    before = inputs();
    long size = Files.size(folder.resolve("server.jar"));
    jar("server.jar", name, "two", 0);
    assertThat(Files.size(folder.resolve("server.jar"))).isEqualTo(size);
    assertThat(inputs()).isNotEqualTo(before);
  }

  /** Beyond 65,535 entries, or 4 GB, the directory is found by Zip64. */
  @Test
  void shouldTellLargeJarsApart() throws IOException {
    jar("server.jar", "acme/Binding.class", "one", 66_000);
    String before = inputs();
    jar("server.jar", "acme/Binding.class", "two", 66_000);

    assertThat(inputs()).isNotEqualTo(before);
  }

  @Test
  void shouldTellAgentsApart() throws IOException {
    String before = inputs();
    jar("agent.jar", "cal/agent/Entry.class", "other", 0);

    assertThat(inputs()).isNotEqualTo(before);
  }

  @Test
  void shouldNotMindFilesThatWeavingDoesNotRead() throws IOException {
    write("classes/acme/Server.class", "one");
    String before = inputs();
    write("classes/server.log", "started");

    assertThat(inputs()).isEqualTo(before);
  }
}
