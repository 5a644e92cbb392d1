package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same server, woven, in a process of its own, under each model. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class WovenServerTest {
  @TempDir static Path root;

  private List<String> unwoven;

  @BeforeAll
  void askTheUnwovenServer() throws Exception {
    Random random = new Random(21);
    for (int size : new int[] {0, 1, 500, 5_000, 50_000, 500_000}) {
      byte[] content = new byte[size];
      random.nextBytes(content);
      Path file = Files.write(root.resolve(size + ".bin"), content);
      Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_700_000_000L + size)));
    }
    try (ServerProcess server = ServerProcess.start(ServerProcess.PLAIN, "--root", "" + root)) {
      unwoven = answers(server.port());
    }
    assertThat(unwoven).hasSize(1000).anyMatch(answer -> answer.startsWith("HTTP/1.1 404"));
  }

  /** A thousand requests, one connection after the other: groups of a random size each. */
  private static List<String> answers(int port) throws IOException {
    Random random = new Random(42);
    List<String> answers = new ArrayList<>();
    while (answers.size() < 1000) {
      try (Client client = new Client(port)) {
        for (int group = 0; group < 10; group++) {
          List<String> requests = new ArrayList<>();
          for (int i = random.nextInt(1, 6);
              i > 0 && answers.size() + requests.size() < 1000;
              i--) {
            requests.add(Requests.mixed(random));
          }
          client.send(String.join("", requests));
          for (String request : requests) {
            answers.add(client.read(!request.startsWith("HEAD ")).comparable());
          }
        }
      }
    }
    return answers;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sequential",
        "thread",
        "thread-pool",
        "executor",
        "executor-pool",
        "virtual",
        "reactive",
        "reactive-pool",
        "jcsp",
        "jcsp-pool"
      })
  void shouldServeAsUnwoven(String model) throws Exception {
    try (ServerProcess server = ServerProcess.start(model, "--root", root.toString())) {
      assertThat(answers(server.port())).isEqualTo(unwoven);
      assertThat(server.said())
          .as("awaits(..) is kept")
          .noneMatch(line -> line.contains("awaits(..)"));
    }
  }

  @Test
  void shouldNeedTwentyLinesOfAspectAtMost() throws IOException {
    Path binding = Path.of("src/main/aspect/cal/sample/web/WebActivities.aj");
    List<String> code = new ArrayList<>(Files.readAllLines(binding));
    code.removeIf(line -> line.isBlank() || line.strip().startsWith("/*"));
    assertThat(code).hasSizeLessThanOrEqualTo(20);
  }
}
