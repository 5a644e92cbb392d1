package cal.sample.orb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The servants, the server and the client know nothing of CAL, of threads or of locks. */
class InnocenceTest {
  private static final Path SOURCES = Path.of("src", "main", "java", "cal", "sample", "orb");

  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "import (static )?cal\\.(core|thread|executor|reactive|jcsp|proactor)"
              + "|cal\\.sample\\.orb\\.adapter|org\\.aspectj|java\\.util\\.concurrent"
              + "|new Thread\\b|Thread\\.(of|start|Builder)|extends Thread"
              + "|\\bsynchronized\\b|\\bvolatile\\b|\\bRunnable\\b|\\bCallable\\b"
              + "|\\.(wait|notify|notifyAll|parallel|parallelStream)\\(|addShutdownHook");

  @Test
  void shouldNotMentionConcurrency() throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(SOURCES)) {
      files = list.filter(p -> p.toString().endsWith(".java")).toList();
    }
    assertThat(files).hasSizeGreaterThan(6);
    for (Path file : files) {
      assertThat(Files.readString(file)).as("%s", file).doesNotContainPattern(FORBIDDEN);
    }
  }
}
