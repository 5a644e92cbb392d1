package cal.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.experiment.Median;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.WebFiles;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Scanner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The load generator sees as many answers of a web server as wrk does, as late, which knows nothing
 * of it.
 */
@Tag("measuring")
@Timeout(300)
class WrkTest {
  private static final int CLIENTS = 64;
  private static final int ROUNDS = 3;
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final double ALIKE = 0.15;
  private static final Pattern SAID =
      Pattern.compile("Latency +([0-9.]+)ms.*Requests/sec: +([0-9.]+)", Pattern.DOTALL);

  /** Answers a second, and the mean latency in milliseconds. */
  private record Seen(double rate, double latency) {}

  /**
   * Of an answer. The machine does several times as many as this lets 64 clients have, so that the
   * pace is the server's, and the same whoever asks and whatever else runs.
   */
  private static final Duration STEP = Duration.ofMillis(50);

  @TempDir private Path folder;

  @Test
  void shouldSeeTheThroughputThatWrkSees() throws Exception {
    WebFiles.write(folder);
    byte[] file = Files.readAllBytes(folder.resolve("500.html"));
    List<Seen> own = new ArrayList<>();
    List<Seen> others = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        ServerSocket listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress())) {
      byte[] answer = answer(file);
      threads.execute(() -> accept(listener, threads, answer));
      for (int round = 0; round < ROUNDS; round++) {
        others.add(wrk(listener));
        own.add(own(listener));
      }
    }

    System.out.println("own: " + own + ", wrk: " + others);
    for (ToDoubleFunction<Seen> figure :
        List.<ToDoubleFunction<Seen>>of(Seen::rate, Seen::latency)) {
      assertThat(Median.of(own, figure) / Median.of(others, figure))
          .as("%s beside %s", own, others)
          .isBetween(1 - ALIKE, 1 + ALIKE);
    }
    assertThat(Median.of(own, seen -> seen.rate() * seen.latency() / 1000))
        .as("clients that wait at a time")
        .isBetween(CLIENTS * (1 - ALIKE), CLIENTS * (1 + ALIKE));
  }

  private static byte[] answer(byte[] file) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    answer.write(
        "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n".formatted(file.length).getBytes(US_ASCII));
    answer.write(file);
    return answer.toByteArray();
  }

  /** Until the listener is closed. */
  private static void accept(ServerSocket listener, ExecutorService threads, byte[] answer) {
    try {
      while (true) {
        Socket client = listener.accept();
        threads.execute(() -> serve(client, answer));
      }
    } catch (IOException closed) {
      assertThat(listener.isClosed()).as("closed by the test: %s", closed).isTrue();
    }
  }

  /** Until the client leaves, which a reset is, too. */
  private static void serve(Socket client, byte[] answer) {
    try (client;
        Scanner requests = new Scanner(client.getInputStream(), US_ASCII)) {
      requests.useDelimiter("\r\n\r\n");
      while (requests.hasNext()) {
        requests.next();
        LockSupport.parkNanos(STEP.toNanos());
        client.getOutputStream().write(answer);
      }
    } catch (IOException gone) {
      assertThat(client.isClosed()).as("closed with its streams: %s", gone).isTrue();
    }
  }

  private static Seen own(ServerSocket server) throws Exception {
    LoadSpec load =
        new LoadSpec(
            new InetSocketAddress(server.getInetAddress(), server.getLocalPort()),
            Workload.web(WebFiles.SIZE_500),
            Sessions.LONG,
            CLIENTS);
    try (LoadSession session = LoadSession.open(load, OptionalLong.empty())) {
      LoadResult seen = session.round(WINDOW, Duration.ofSeconds(5));
      assertThat(seen.errors()).isEmpty();
      return new Seen(seen.answersPerSecond(), seen.latency().meanMicros() / 1000);
    }
  }

  private Seen wrk(ServerSocket server) throws Exception {
    Path said = Files.createTempFile(folder, "wrk", ".txt");
    String url = "http://127.0.0.1:%d/500.html".formatted(server.getLocalPort());
    try {
      new ProcessBuilder("wrk", "-t1", "-c" + CLIENTS, "-d" + WINDOW.toSeconds() + "s", url)
          .redirectErrorStream(true)
          .redirectOutput(said.toFile())
          .start()
          .waitFor();
    } catch (IOException missing) {
      SampleServer.skipUnless(false, "no wrk here (apt-get install wrk): " + missing.getMessage());
    }
    String text = Files.readString(said);
    Matcher figures = SAID.matcher(text);
    assertThat(figures.find()).as(text).isTrue();
    assertThat(text).doesNotContain("Non-2xx", "Socket errors");
    return new Seen(Double.parseDouble(figures.group(2)), Double.parseDouble(figures.group(1)));
  }
}
