package cal.simulation.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs of a process see the same real files, whatever other processes write meanwhile. */
class RealFilesTest {
  @Test
  void shouldShowEachRunTheSame(@TempDir Path folder) throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "a line\n");
    RealFiles first = new RealFiles();
    assertThat(first.list(folder.toString())).containsExactly("log");
    assertThat(first.look(log.toString()).size()).isEqualTo(7);
    Files.writeString(log, "another\n", StandardOpenOption.APPEND);
    Path late = Files.createFile(folder.resolve("late"));
    RealFiles second = new RealFiles();
    assertThat(second.list(folder.toString())).containsExactly("log");
    assertThat(second.look(late.toString())).isNull();
    assertThat(new String(second.read(log.toString()), StandardCharsets.UTF_8))
        .isEqualTo("a line\n");
    assertThat(second.read(log.toString(), 2, 100)).hasSize(5);
    assertThat(second.read(log.toString(), 8, 100)).isEmpty();
  }
}
