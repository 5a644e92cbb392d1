package cal.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.Cal;
import cal.cli.load.TestServer;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(300)
class LoadCommandTest {
  @TempDir private Path folder;

  /** A command that was run in this process. */
  private record CommandRun(int status, String out, String err) {}

  @Tag("measuring")
  @Test
  void shouldPrintASummary() throws Exception {
    try (TestServer server = TestServer.upload()) {
      CommandRun run = load(server, "--sessions", "short", "--clients", "3");

      assertThat(run.status()).isZero();
      assertThat(run.out())
          .contains("3 clients, short sessions, requests of 81,924 bytes")
          .containsPattern("rate +[0-9,]+ answers/s")
          .contains("3 of 3 clients")
          .containsPattern("errors +none");
      assertThat(run.err()).isEmpty();
    }
  }

  @Tag("measuring")
  @Test
  void shouldPrintJsonAloneOnStandardOutput() throws Exception {
    try (TestServer server = TestServer.upload()) {
      CommandRun run = load(server, "--size", "64", "--json");

      LoadResult result = new ObjectMapper().readValue(run.out(), LoadResult.class);
      assertThat(result.requestBytes()).isEqualTo(68);
      assertThat(result.sessions()).isEqualTo(Sessions.LONG);
      assertThat(run.err()).contains("answers/s");
    }
  }

  @Tag("measuring")
  @Test
  void shouldWriteJsonToAFile() throws Exception {
    Path file = folder.resolve("new/result.json");
    try (TestServer server = TestServer.upload()) {
      CommandRun run = load(server, "--json", file.toString());

      assertThat(run.out()).contains("answers/s");
      assertThat(new ObjectMapper().readValue(file.toFile(), LoadResult.class).answers())
          .isPositive();
    }
  }

  @Test
  void shouldFailWhereAnAnswerIsWrong() throws Exception {
    try (TestServer server = new TestServer((socket, in, out) -> answerZero(in, out))) {
      CommandRun run = load(server);

      assertThat(run.status()).isEqualTo(1);
      assertThat(run.out()).contains("wrong answer");
    }
  }

  private static void answerZero(DataInputStream in, DataOutputStream out) throws IOException {
    while (true) {
      in.skipNBytes(in.readInt());
      out.writeInt(0);
    }
  }

  private static CommandRun load(TestServer server, String... more) {
    String port = String.valueOf(server.address().getPort());
    String[] always = {"load", "upload", "--port", port, "--seconds", "1", "--warmup", "0.1"};
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Cal.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int status =
        line.execute(Stream.of(always, more).flatMap(Arrays::stream).toArray(String[]::new));
    return new CommandRun(status, out.toString(), err.toString());
  }
}
