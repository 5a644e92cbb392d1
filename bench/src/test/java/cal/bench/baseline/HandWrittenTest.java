package cal.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.Jvm;
import cal.bench.SampleServer;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.sample.upload.Main;
import cal.testing.SomeCases;
import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandWrittenTest {
  private Map<String, String> uploadsOfTheSample;

  @BeforeAll
  void askTheSample() throws Exception {
    try (Running uploads = Running.sample("upload", "--store", "memory")) {
      uploadsOfTheSample = Script.upload(uploads.listening());
    }
    assertThat(uploadsOfTheSample.get("pipelined")).hasSize(200 * 8);
  }

  @SomeCases(of = 5)
  @ParameterizedTest
  @CsvSource({"nio, 1", "epoll, 2", "netty-nio, 2", "netty-epoll, 1", "netty-io-uring, 1"})
  void shouldAnswerByteForByteAsTheSample(String model, String loops) throws Exception {
    try (Running uploads = Running.handWritten("upload", model, "--loops", loops)) {
      assertThat(Script.upload(uploads.listening())).containsExactlyEntriesOf(uploadsOfTheSample);
    }
  }

  @SomeCases(of = 5)
  @ParameterizedTest
  @ValueSource(strings = {"nio", "epoll", "netty-nio", "netty-epoll", "netty-io-uring"})
  void shouldPartFromClientsThatStopInsideARequest(String model) throws Exception {
    String[] limit = {"--read-timeout-ms", "100"};
    try (Running uploads = Running.handWritten("upload", model, limit)) {
      int port = uploads.listening();
      assertThat(Script.late(port, new byte[] {0, 0})).isEmpty();
      assertThat(Script.late(port, new byte[] {0, 0, 0, 0, 0, 1, 0, 0, 9})).isEqualTo("00000000");
    }
  }

  @SomeCases(of = 4)
  @ParameterizedTest
  @ValueSource(
      strings = {"leader-followers", "engine-io_uring", "engine-select-dedicated", "engine-aio"})
  void shouldServeUploadsOverTheEngine(String model) throws Exception {
    try (Running uploads =
        Running.handWritten("upload", model, "--loops", "2", "--read-timeout-ms", "1000")) {
      int port = uploads.listening();
      assertThat(uploadsOfTheSample).containsAllEntriesOf(Script.rightUploads(port));
      assertThat(Script.late(port, new byte[] {0, 0, 0, 0, 0, 1, 0, 0, 9})).isEqualTo("00000000");
    }
  }

  @SomeCases(of = 6)
  @ParameterizedTest
  @ValueSource(
      strings = {"thread-pool", "executor-pool", "virtual", "nio", "netty-epoll", "plain-virtual"})
  void shouldServeMoreClientsThanThePoolHasThreads(String model) throws Exception {
    try (Running server = Running.handWritten("upload", model, "--loops", "2")) {
      LoadSpec spec =
          new LoadSpec(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), server.listening()),
              Workload.upload(81_920),
              Sessions.LONG,
              120);
      OptionalLong pid = OptionalLong.of(server.process().pid());
      try (LoadSession session = LoadSession.open(spec, pid)) {
        LoadResult result;
        do { // how long each needs to get its turn is up to the machine
          result = session.round(Duration.ofMillis(100), Duration.ofMinutes(2));
          // A cold server on a busy machine may not have answered at the end of a round.
          assertThat(result.errors().keySet()).isSubsetOf(ErrorKind.TIMEOUT);
        } while (LongStream.of(session.answersByClient()).anyMatch(answers -> answers == 0));
        assertThat(session.answersByClient()).hasSize(120);
      }
    }
  }

  @SomeCases
  @ParameterizedTest
  @ValueSource(strings = {"netty-epoll", "epoll", "leader-followers"})
  void shouldSayInOneSentenceWhyThereIsNoEpoll(String model) throws Exception {
    Process server =
        Running.process(
            List.of("-Dio.netty.transport.noNative=true"),
            HandWritten.class.getName(),
            List.of("upload", "--model", model),
            Redirect.PIPE);
    String complaint = new String(server.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(server.waitFor()).isEqualTo(2);
    assertThat(complaint.strip())
        .startsWith("--model=" + model + " is not available here (")
        .contains("noNative=true")
        .endsWith("); choose nio or netty-nio");
    assertThat(complaint.lines()).hasSize(1);
  }

  /** A server on the unwoven classes, in a process of its own, which may still start. */
  private record Running(Process process) implements AutoCloseable {
    static Running sample(String service, String... options) throws Exception {
      List<String> arguments = new ArrayList<>(List.of(service, "--port", "0"));
      arguments.addAll(List.of(options));
      return new Running(process(List.of(), Main.class.getName(), arguments, Redirect.DISCARD));
    }

    static Running handWritten(String service, String model, String... options) throws Exception {
      List<String> arguments = new ArrayList<>(List.of(service, "--model", model));
      arguments.addAll(List.of(options));
      List<String> allowed =
          List.of(
              "--enable-native-access=ALL-UNNAMED",
              "--sun-misc-unsafe-memory-access=allow",
              "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");
      return new Running(
          process(allowed, HandWritten.class.getName(), arguments, Redirect.DISCARD));
    }

    static Process process(
        List<String> flags, String main, List<String> arguments, Redirect complaints)
        throws Exception {
      List<String> command = Jvm.command(flags);
      command.add("-cp");
      command.add(
          SampleServer.unwovenJar() + File.pathSeparator + System.getProperty("java.class.path"));
      command.add(main);
      command.addAll(arguments);
      return new ProcessBuilder(command).redirectError(complaints).start();
    }

    /** Its port, once it listens; to be called once. */
    int listening() throws Exception {
      String line = process.inputReader().readLine();
      assertThat(line).startsWith("listening on 127.0.0.1:");
      return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
