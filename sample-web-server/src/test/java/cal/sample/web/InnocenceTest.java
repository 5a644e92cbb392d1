package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The server's source knows nothing of CAL, of threads or of locks. */
class InnocenceTest {

  private static final Path SOURCES = Path.of("src", "main", "java");

  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "import (static )?cal\\.(?!sample\\.)"
              + "|cal\\.(core|thread|executor|reactive|jcsp|proactor)\\b|org\\.aspectj"
              + "|java\\.util\\.concurrent|new Thread\\b|Thread\\.(of|start|Builder)|extends Thread"
              + "|\\bsynchronized\\b|\\bvolatile\\b|\\bRunnable\\b|\\bCallable\\b"
              + "|\\.(wait|notify|notifyAll|parallel|parallelStream)\\(|addShutdownHook");

  @Test
  void shouldNotMentionConcurrencyInTheServer() throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(SOURCES)) {
      files = walk.filter(p -> p.toString().endsWith(".java")).toList();
    }
    assertThat(files).hasSizeGreaterThan(10);
    for (Path file : files) {
      assertThat(Files.readString(file)).as("%s", file).doesNotContainPattern(FORBIDDEN);
    }
  }
}
