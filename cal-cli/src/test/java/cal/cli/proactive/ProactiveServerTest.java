package cal.cli.proactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.proactor.AioConfig;
import cal.proactor.AioProviders;
import cal.proactor.Proactor;
import cal.sample.web.files.FileHandler;
import cal.sample.web.files.FileOptions;
import cal.sample.web.filter.Pipeline;
import cal.sample.web.http.Body;
import cal.sample.web.http.Filter;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpProtocol;
import cal.sample.web.http.Output;
import cal.sample.web.http.Response;
import cal.sample.web.net.Acceptor;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The proactive server answers byte for byte as the plain server does. */
@Timeout(300)
class ProactiveServerTest {
  private static final int IDLE_MILLIS = 60_000;
  private static final int IMPATIENT_MILLIS = 100;
  private static final int CLIENTS = 6;
  private static final int LENGTH = 100_000;
  private static final String GET = "GET /%s HTTP/1.1\r\nHost: a\r\n%s\r\n";
  private static final String POST = "POST /echo HTTP/1.1\r\nHost: a\r\n";
  private static final String LAST = "Connection: close\r\n";
  private static final String CHUNKS =
      "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n3;x\r\nfgh\r\n0\r\n\r\n";

  /** A piece without bytes: what follows is sent after an interim answer. */
  private static final String AFTER_INTERIM = "";

  private static final int INTERIM_LENGTH = "HTTP/1.1 100 Continue\r\n\r\n".length();

  /** Conversations: pieces, a write each. */
  private static final Map<String, List<String>> SCRIPTS = new LinkedHashMap<>();

  static {
    script("small", GET.formatted("500", LAST));
    script("from memory", GET.formatted("50000", LAST));
    script("large", GET.formatted("900000", LAST));
    script("head", GET.formatted("900000", LAST).replace("GET", "HEAD"));
    script("part", GET.formatted("900000", "Range: bytes=1000-700000\r\n" + LAST));
    script("last part", GET.formatted("900000", "Range: bytes=-3\r\n" + LAST));
    script("no part", GET.formatted("500", "Range: bytes=600-\r\n" + LAST));
    script(
        "unchanged",
        GET.formatted("500", "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\n" + LAST));
    script("nothing", GET.formatted("none", LAST));
    script("folder", GET.formatted("sub", LAST));
    script("old", "GET /500 HTTP/1.0\r\n\r\n");
    script(
        "old keeps", "GET /500 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /1 HTTP/1.0\r\n\r\n");
    script("malformed", "GET /500\r\n\r\n");
    script("malformed at once", "GET /500 HTTP/1.1\nHost");
    script("unknown", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n");
    script("unknown version", "GET / HTTP/2.0\r\nHost: a\r\n\r\n");
    script("long line", "GET /" + "x".repeat(9_000) + " HTTP/1.1\r\nHost: a\r\n\r\n");
    script("long head", GET.formatted("500", "A: " + "x".repeat(17_000) + "\r\n"));
    script("large head", GET.formatted("500", "A: " + "x".repeat(7_000) + "\r\n" + LAST));
    script(
        "no method",
        "PUT /500 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx" + GET.formatted("1", LAST));
    script("content", POST + LAST + "Content-Length: 60000\r\n\r\n" + "0123456789".repeat(6_000));
    script("chunks", POST + LAST + CHUNKS);
    String chunk = "1;" + "y".repeat(200) + "\r\nx\r\n";
    script(
        "content in many chunks",
        POST + LAST + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(9_000) + "0\r\n\r\n");
    script("two empty lines", "\r\n", "\r\n", GET.formatted("1", LAST));
    script("long content", POST + "Content-Length: 99999999\r\n\r\n" + "x".repeat(1 << 20));
    script("fails", POST.replace("echo", "echo?fail") + LAST + "Content-Length: 1\r\n\r\nx");
    script(
        "together",
        (GET.formatted("500", "") + GET.formatted("900000", "")).repeat(20)
            + POST
            + CHUNKS
            + GET.formatted("1", LAST));
    script("empty line between", GET.formatted("1", "") + "\r\n" + GET.formatted("1", LAST));
    script(
        "continue",
        POST + LAST + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n",
        AFTER_INTERIM,
        "123",
        "456789");
    String fits = POST + LAST + "Expect: 100-continue\r\nContent-Length: 3\r\nA: ";
    script(
        "continue after a full buffer",
        fits + "x".repeat(512 - 4 - fits.length()) + "\r\n\r\n",
        AFTER_INTERIM,
        "12",
        "3");
    script("ended inside", "GET /500 HTTP/1.1\r\nHo");
    String all = GET.formatted("900000", "") + POST + CHUNKS + GET.formatted("500", LAST);
    script("in pieces", all.split("(?<=\\G.{7})"));
    script("by bytes", (POST + LAST + CHUNKS).split(""));
    script("trailers by bytes", (POST + LAST + CHUNKS.replace("0\r\n", "0\r\nA: b\r\n")).split(""));
  }

  private static void script(String name, String... pieces) {
    SCRIPTS.put(name, List.of(pieces));
  }

  @TempDir static Path root;
  private static Handler pipeline;
  private static Acceptor plain;
  private static FutureTask<Void> serving;
  private static final Map<String, String> EXPECTED = new LinkedHashMap<>();

  @BeforeAll
  static void askThePlainServer() throws Exception {
    Random random = new Random(5);
    for (int size : new int[] {1, 500, 50_000, 900_000}) {
      byte[] content = new byte[size];
      random.nextBytes(content);
      Path file = Files.write(root.resolve(Integer.toString(size)), content);
      Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_700_000_000L + size)));
    }
    Files.createDirectory(root.resolve("sub"));
    FileOptions files = new FileOptions();
    new CommandLine(files)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs("--root", root.toString());
    Filter echo =
        (request, next) -> {
          if (request.path().equals("/exchanged")) {
            return Response.of(200).body(exchanged());
          }
          if (!request.path().equals("/echo")) {
            return next.handle(request);
          }
          if (request.query().equals("fail")) {
            throw new IllegalStateException("as the test asked for");
          }
          return Response.of(200).body(request.body());
        };
    Handler site = new Pipeline(List.of(), new FileHandler(files.files())).of(Pipeline.USUAL);
    pipeline = request -> echo.filter(request, site);
    plain = new Acceptor(address(), new HttpProtocol(pipeline, IDLE_MILLIS, null));
    serving = new FutureTask<>(plain::run, null);
    Thread.ofPlatform().start(serving);
    for (String name : SCRIPTS.keySet()) {
      EXPECTED.put(name, answers(plain.port(), name));
    }
  }

  /** The file of a name, which another file has by the time of the send. */
  private static Body exchanged() {
    return new Body() {
      @Override
      public long length() {
        return LENGTH;
      }

      @Override
      public Opened open(boolean asIs) throws IOException {
        Path name = Files.createTempFile(root, "exchanged", null);
        Files.writeString(name, "a".repeat(LENGTH));
        FileInputStream in = new FileInputStream(name.toFile());
        Path other = Files.createTempFile(root, "other", null);
        Files.move(other, name, StandardCopyOption.REPLACE_EXISTING);
        return new Opened() {
          @Override
          public void send(Output out) throws IOException {
            assertThat(out.transfer(name, in.getChannel(), 0, LENGTH)).isEqualTo(LENGTH);
          }

          @Override
          public void close() throws IOException {
            in.close();
          }
        };
      }
    };
  }

  @AfterAll
  static void close() throws Exception {
    plain.close();
    serving.get();
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** All that a server says to a script, without its dates. */
  private static String answers(int port, String name) throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.setTcpNoDelay(true);
      OutputStream out = client.getOutputStream();
      CountDownLatch interim = new CountDownLatch(1);
      FutureTask<Void> sending =
          new FutureTask<>(
              () -> {
                for (String piece : SCRIPTS.get(name)) {
                  if (piece.equals(AFTER_INTERIM)) {
                    assertThat(interim.await(2, TimeUnit.MINUTES)).as("interim").isTrue();
                  }
                  out.write(piece.getBytes(StandardCharsets.ISO_8859_1));
                }
                client.shutdownOutput();
                return null;
              });
      Thread.ofVirtual().start(sending);
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      said.writeBytes(client.getInputStream().readNBytes(INTERIM_LENGTH));
      interim.countDown();
      client.getInputStream().transferTo(said);
      return said.toString(StandardCharsets.ISO_8859_1).replaceAll("\r\nDate: [^\r]*", "");
    }
  }

  /** A server by handlers on three threads. */
  private static final class Server implements AutoCloseable {
    private final Proactor proactor;
    private final ProactiveAcceptor acceptor;
    private final FutureTask<Void> running;

    Server(String provider, int idleMillis) throws IOException {
      proactor =
          new Proactor(
              AioProviders.of(ProactiveServerTest.class.getClassLoader()),
              1 << 10,
              new AioConfig(provider, AioConfig.Leadership.SHARED));
      HttpProtocol protocol = new HttpProtocol(pipeline, idleMillis, null);
      acceptor = new ProactiveAcceptor(address(), protocol, proactor, 3, 256);
      running = new FutureTask<>(acceptor::run, null);
      Thread.ofPlatform().start(running);
    }

    int port() {
      return acceptor.port();
    }

    @Override
    public void close() throws Exception {
      acceptor.close();
      proactor.close();
      running.get();
    }
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"io_uring", "select", "aio"})
  void shouldAnswerAsThePlainServer(String provider) throws Exception {
    try (Server server = new Server(provider, IDLE_MILLIS)) {
      List<FutureTask<Map<String, String>>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        FutureTask<Map<String, String>> client =
            new FutureTask<>(
                () -> {
                  Map<String, String> said = new LinkedHashMap<>();
                  for (String name : SCRIPTS.keySet()) {
                    said.put(name, answers(server.port(), name));
                  }
                  return said;
                });
        clients.add(client);
        Thread.ofPlatform().start(client);
      }
      for (FutureTask<Map<String, String>> client : clients) {
        Map<String, String> said = client.get();
        for (String name : SCRIPTS.keySet()) {
          assertThat(said.get(name)).as(name).isEqualTo(EXPECTED.get(name));
        }
      }
    }
    assertThat(EXPECTED.get("large")).hasSizeGreaterThan(900_000);
    assertThat(EXPECTED.get("continue")).startsWith("HTTP/1.1 100").contains("123456789");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET /500 HTT", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx"})
  void shouldRefuseASlowClient(String begin) throws Exception {
    try (Server server = new Server("auto", IMPATIENT_MILLIS);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      send(client, begin);
      assertThat(client.getInputStream().readAllBytes()).asString().startsWith("HTTP/1.1 408");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"io_uring", "select", "aio"})
  @EnabledOnOs(OS.LINUX)
  void shouldSendTheFileOfItsLookThoughAnotherHasItsName(String provider) throws Exception {
    try (Server server = new Server(provider, IDLE_MILLIS);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      send(client, GET.formatted("exchanged", LAST));
      assertThat(client.getInputStream().readAllBytes())
          .asString()
          .startsWith("HTTP/1.1 200")
          .endsWith("\r\n\r\n" + "a".repeat(LENGTH));
    }
  }

  @Test
  void shouldTellAnIdleClientNothing() throws Exception {
    try (Server server = new Server("auto", IMPATIENT_MILLIS);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      assertThat(client.getInputStream().readAllBytes()).isEmpty();
    }
  }

  @Test
  void shouldPartFromAnIdleClientOnceItIsClosed() throws Exception {
    try (Server server = new Server("auto", IDLE_MILLIS);
        Socket idle = new Socket(InetAddress.getLoopbackAddress(), server.port());
        Socket busy = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      String expects = POST + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n";
      send(busy, expects);
      String begun = "HTTP/1.1 100 Continue\r\n\r\n";
      assertThat(busy.getInputStream().readNBytes(begun.length())).asString().isEqualTo(begun);
      send(idle, GET.formatted("1", ""));
      assertThat(idle.getInputStream().read()).isEqualTo('H');
      server.acceptor.close();
      assertThat(idle.getInputStream().readAllBytes()).isNotEmpty();
      send(busy, "abc");
      assertThat(busy.getInputStream().readAllBytes())
          .asString()
          .startsWith("HTTP/1.1 200")
          .contains("Connection: close")
          .endsWith("abc");
    }
  }
}
