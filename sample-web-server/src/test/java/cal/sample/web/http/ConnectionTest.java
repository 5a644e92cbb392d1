package cal.sample.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.web.Certificate;
import cal.sample.web.Client;
import cal.sample.web.Client.Answer;
import cal.sample.web.FakeSocket;
import cal.sample.web.LocalServer;
import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Connection;
import cal.sample.web.net.Protocol;
import cal.sample.web.net.TimedInput;
import cal.sample.web.net.Tls;
import com.sun.management.ThreadMXBean;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client may cost: time, memory and lines of a log; and how a conversation ends. */
@Timeout(300)
class ConnectionTest {
  private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final Handler TEXT = request -> Response.text(200, "text");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 1048576\r\n\r\nabc",
        "Transfer-Encoding: chunked\r\n\r\nfffff\r\n"
      })
  void shouldTakeMemoryForBytesThatCameOnly(String rest) throws Exception {
    Site site = new Site(TEXT, Limits.USUAL);
    Input in = input(new FakeSocket(List.of("POST /a HTTP/1.1\r\nHost: a\r\n" + rest)), 1_000);
    Output out = new Output(OutputStream.nullOutputStream(), true);
    assertThat(in.awaitRequest()).isTrue();
    Request request = Head.read(in, site.limits());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(
            () -> Content.read(request, in, out, site.limits(), new Share(site.contents())))
        .isInstanceOf(EOFException.class);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(500_000);
  }

  @Test
  void shouldReadAContentThatComesInPieces() throws Exception {
    Site site = new Site(request -> Response.of(200).body(request.body()), Limits.USUAL);
    String text = "0123456789abcdef".repeat(4_000);
    String head = "POST /a HTTP/1.1\r\nHost: a\r\n";
    String chunks =
        Integer.toHexString(60_000)
            + "\r\n"
            + text.substring(0, 60_000)
            + "\r\n"
            + Integer.toHexString(4_000)
            + "\r\n"
            + text.substring(60_000)
            + "\r\n0\r\n\r\n";
    assertThat(answers(site, head + "Content-Length: 64000\r\n\r\n", text))
        .endsWith("\r\n\r\n" + text);
    assertThat(answers(site, head + "Transfer-Encoding: chunked\r\n\r\n", chunks))
        .endsWith("\r\n\r\n" + text);
  }

  @Test
  void shouldBoundTheContentsOfAllRequestsTogether() throws Exception {
    Contents contents = new Contents(20_000);
    Handler length = request -> Response.text(200, Integer.toString(request.body().length));
    Site site = new Site(length, Limits.USUAL, contents);
    String head = "POST /a HTTP/1.1\r\nHost: a\r\n";
    String large = head + "Content-Length: 64000\r\n\r\n" + "x".repeat(64_000);
    String chunks = head + "Transfer-Encoding: chunked\r\n\r\nfa00\r\n" + "x".repeat(64_000);
    String small = head + "Content-Length: 15000\r\n\r\n" + "x".repeat(15_000);
    for (String refused : List.of(large, chunks)) {
      assertThat(answers(site, small + small + refused))
          .startsWith("HTTP/1.1 200 ")
          .contains("15000HTTP/1.1 200 ")
          .contains("15000HTTP/1.1 503 ");
      assertThat(contents.take(20_000)).as("all was given back").isTrue();
      contents.giveBack(20_000);
    }
  }

  @Test
  void shouldTellAClientThatTakesNothingFromOneThatIsSlow() throws Exception {
    Output[] out = new Output[1];
    boolean[] stuck = new boolean[1];
    OutputStream client =
        new OutputStream() {
          @Override
          public void write(int value) {}

          @Override
          public void write(byte[] bytes, int from, int length) {
            out[0].isStuck(0);
            stuck[0] = out[0].isStuck(0) && !out[0].isStuck(1_000_000_000_000L);
          }
        };
    out[0] = new Output(client, true);
    assertThat(out[0].isStuck(1_000_000_000_000L)).as("before").isFalse();
    out[0].write(new byte[1_000_000], 0, 1_000_000, false);
    assertThat(stuck[0]).as("while it writes").isTrue();
    assertThat(out[0].isStuck(1_000_000_000_000L)).as("after").isFalse();
  }

  @Test
  void shouldLetOneClientPayWhereThereIsNoMemoryForIt() throws Exception {
    Protocol http = new HttpProtocol(null, new Site(TEXT, Limits.USUAL));
    boolean[] enough = {false};
    Protocol protocol =
        (socket, acceptor) -> {
          if (!enough[0]) {
            enough[0] = true;
            throw new OutOfMemoryError("as the test asked for");
          }
          return http.open(socket, acceptor);
        };
    try (LocalServer server = new LocalServer(protocol)) {
      try (Client first = server.connect()) {
        assertThat(first.isAtEnd()).isTrue();
      }
      try (Client second = server.connect()) {
        assertThat(second.ask(GET).status()).isEqualTo(200);
      }
    }
  }

  private static String answers(Site site, String... pieces) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Acceptor acceptor = new Acceptor(any, new HttpProtocol(null, site))) {
      return FakeSocket.answers(site, acceptor, List.of(pieces));
    }
  }

  private static Input input(FakeSocket socket, int millis) throws IOException {
    TimedInput timed = new TimedInput(socket);
    Output out = new Output(OutputStream.nullOutputStream(), true);
    return new Input(timed, timed, out, Limits.USUAL.within(millis, millis));
  }

  @Test
  void shouldGiveAllReadsOneTime() throws Exception {
    FakeSocket socket = new FakeSocket(List.of("a", "b", "c", "d"));
    TimedInput timed = new TimedInput(socket);
    timed.within(50);
    socket.atRead = () -> spin(20);
    assertThatThrownBy(timed::readAllBytes).isInstanceOf(SocketTimeoutException.class);
    assertThat(socket.timeouts).startsWith(50).hasSizeLessThanOrEqualTo(3);
    assertThat(socket.timeouts).isSortedAccordingTo(Comparator.reverseOrder());
    timed.within(50);
    assertThat(timed.read()).as("another time").isPositive();
  }

  private static void spin(int millis) {
    long from = System.nanoTime();
    while (System.nanoTime() - from < millis * 1_000_000L) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldLeaveASocketThatWaitsForTheIdleTimeout() throws Exception {
    FakeSocket socket = new FakeSocket(List.of("GET /a HTTP/1.1\r\n", "Host: a\r\n", "\r\n"));
    Input in = input(socket, 5_000);
    assertThat(in.awaitRequest()).isTrue();
    socket.atRead = () -> spin(10);
    in.more();
    in.more();
    in.take(in.length());
    in.rest();
    assertThat(socket.timeouts).endsWith(5_000);
  }

  @Test
  void shouldKeepABufferThatHasGrownForAHead() throws Exception {
    Input in = input(new FakeSocket(List.of("x".repeat(2_000), "y")), 1_000);
    assertThat(in.awaitRequest()).isTrue();
    in.more();
    byte[] grown = in.buffer();
    in.more();
    in.take(in.length());
    in.awaitRequest();
    assertThat(in.buffer()).isNotEmpty().hasSizeLessThanOrEqualTo(2_048);
    assertThat(grown.length).isGreaterThan(512);
  }

  @Test
  void shouldBoundATricklingClientOfTls() throws Exception {
    Site site = new Site(TEXT, Limits.USUAL.within(300, 300));
    try (LocalServer server = secure(site);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      client.setSoTimeout(20);
      byte[] record = new byte[16_384];
      record[0] = 22;
      record[1] = 3;
      record[2] = 1;
      record[3] = 63;
      int at = 0;
      while (isOpen(client) && at < record.length) {
        client.getOutputStream().write(record, at++, 1);
      }
      assertThat(at).as("bytes of the record").isLessThan(record.length);
    } catch (java.net.SocketException reset) {
      assertThat(reset).hasMessageMatching("Broken pipe|Connection reset.*");
    }
  }

  private static boolean isOpen(Socket client) throws IOException {
    try {
      return client.getInputStream().read() >= 0;
    } catch (SocketTimeoutException open) {
      return true;
    }
  }

  private LocalServer secure(Site site) throws Exception {
    Certificate certificate = Certificate.in(folder);
    return new LocalServer(
        new HttpProtocol(new Tls(certificate.certificate(), certificate.key()), site));
  }

  /** The socket above is a fake of TLS: the JDK's client does not tell a cut from an end. */
  @Test
  void shouldEndTlsByItsWord() throws Exception {
    Site site = new Site(TEXT, Limits.USUAL);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    FakeSocket raw = new FakeSocket(List.of());
    FakeSocket secure = new FakeSocket(List.of(GET));
    try (Acceptor acceptor = new Acceptor(any, new HttpProtocol(null, site))) {
      Connection connection = new HttpConnection(raw, new TimedInput(raw), secure, site, acceptor);
      assertThat(connection.serve()).isTrue();
      assertThat(secure.isEnded()).isFalse();
      assertThat(connection.serve()).isFalse();
      assertThat(secure.isEnded()).isTrue();
    }
  }

  @Test
  void shouldRefuseASlowClient() throws Exception {
    Limits limits = Limits.USUAL.within(60_000, 100);
    try (LocalServer server = new LocalServer(TEXT, limits);
        Client client = server.connect()) {
      client.send("GET /a.t");
      assertThat(client.read(true).status()).isEqualTo(408);
      assertThat(client.isAtEnd()).isTrue();
    }
    FakeSocket socket =
        new FakeSocket(
            List.of("POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", "x", "y"));
    socket.atRead = () -> spin(200);
    Site site = new Site(TEXT, limits);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Acceptor acceptor = new Acceptor(any, new HttpProtocol(null, site))) {
      assertThat(new HttpProtocol(null, site).open(socket, acceptor).serve()).isFalse();
    }
    assertThat(socket.sent()).startsWith("HTTP/1.1 408 ");
  }

  @Test
  void shouldTellAClientThatSendsBeforeItReads() throws Exception {
    try (LocalServer server = LocalServer.of(TEXT);
        Client client = server.connect()) {
      client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n");
      for (int i = 0; i < 12; i++) {
        client.send(new byte[1 << 20]);
      }
      assertThat(client.read(true).status()).isEqualTo(413);
    }
  }

  @Test
  void shouldAnswer500WhereAHandlerHasNoAnswer() throws Exception {
    try (LocalServer server = LocalServer.of(request -> null);
        Client client = server.connect()) {
      Answer answer = client.ask(GET);
      assertThat(answer.status()).isEqualTo(500);
      assertThat(client.ask(GET).status()).isEqualTo(500);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length",
        "transfer-encoding",
        "Connection",
        "DATE",
        "",
        "a b",
        "a:",
        "\u00e9"
      })
  void shouldRefuseAFieldThatIsNoHandlers(String name) {
    assertThatThrownBy(() -> Response.of(200).field(name, "1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseAnAnswerThatIsNone() {
    assertThatThrownBy(() -> Response.of(204).body(new byte[1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Response.of(304).body(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Response.of(200).empty()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Response.of(100)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Response.of(600)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HttpException(200, "fine"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldTakeSmallContentsForFilesAlone() {
    assertThat(Limits.USUAL.forFiles().body()).isLessThan(Limits.USUAL.body());
  }
}
