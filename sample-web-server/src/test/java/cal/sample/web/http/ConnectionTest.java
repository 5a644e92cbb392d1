package cal.sample.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.web.Client;
import cal.sample.web.FakeSocket;
import cal.sample.web.LocalServer;
import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Connection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents of requests, failures of handlers, and how a conversation ends. */
@Timeout(300)
class ConnectionTest {
  private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final Handler TEXT = request -> Response.text(200, "text");

  @Test
  void shouldReadAContentThatComesInPieces() throws Exception {
    Handler echo = request -> Response.of(200).body(request.body());
    String text = "0123456789abcdef".repeat(4_000);
    String head = "POST /a HTTP/1.1\r\nHost: a\r\n";
    String chunks =
        "ea60\r\n"
            + text.substring(0, 60_000)
            + "\r\nfa0\r\n"
            + text.substring(60_000)
            + "\r\n0\r\n\r\n";
    assertThat(answers(echo, head + "Content-Length: 64000\r\n\r\n", text))
        .endsWith("\r\n\r\n" + text);
    assertThat(answers(echo, head + "Transfer-Encoding: chunked\r\n\r\n", chunks))
        .endsWith("\r\n\r\n" + text);
  }

  private static String answers(Handler handler, String... pieces) throws IOException {
    try (Acceptor acceptor = LocalServer.acceptor(LocalServer.http(handler))) {
      return FakeSocket.answers(handler, acceptor, List.of(pieces));
    }
  }

  /** The stream gives a byte at each second read, and never a byte again. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\nPOST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n012345678",
        """
        POST /a HTTP/1.1\r
        Host: a\r
        Transfer-Encoding: chunked\r
        \r
        3\r
        012\r
        6;x\r
        345678\r
        0\r
        A: b\r
        \r
        """,
        "\r\n\r\nPOST /a HTTP/1.1\r\nHost: a\r\n\r\n"
      })
  void shouldGoOnWithARequestWhereAnExceptionOfTheStreamLeftIt(String text) throws Exception {
    Handler echo = request -> Response.of(200).body(request.body());
    byte[] bytes = text.getBytes(ISO_8859_1);
    AtomicInteger reads = new AtomicInteger();
    InputStream slow =
        new InputStream() {
          @Override
          public int read() {
            throw new UnsupportedOperationException("byte by byte");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            int read = reads.getAndIncrement();
            if (read % 2 == 0) {
              throw new InterruptedIOException("later");
            }
            target[offset] = bytes[read / 2];
            return 1;
          }
        };
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (Acceptor acceptor = LocalServer.acceptor(LocalServer.http(echo))) {
      Output out = new Output(said, true);
      Input in = new Input(slow, false, out);
      FakeSocket none = new FakeSocket(List.of());
      HttpConnection connection = new HttpConnection(none, none, in, out, echo, acceptor);
      boolean begun = false;
      while (said.size() == 0) {
        try {
          begun = begun || in.awaitRequest();
          connection.answer();
        } catch (InterruptedIOException later) {
          // The connection asks again.
        }
      }
    }
    String date = "Date: [^\r]*";
    assertThat(said.toString(ISO_8859_1).replaceFirst(date, ""))
        .isEqualTo(answers(echo, text).replaceFirst(date, ""));
  }

  @Test
  void shouldKeepABufferThatHasGrownForAHead() throws Exception {
    Output out = new Output(OutputStream.nullOutputStream(), true);
    FakeSocket socket = new FakeSocket(List.of("x".repeat(2_000), "y"));
    Input in = new Input(socket.getInputStream(), false, out);
    assertThat(in.awaitRequest()).isTrue();
    in.more();
    byte[] grown = in.buffer();
    in.more();
    in.take(in.length());
    in.awaitRequest();
    assertThat(in.buffer()).isNotEmpty().hasSizeLessThanOrEqualTo(2_048);
    assertThat(grown.length).isGreaterThan(512);
  }

  /** The socket above is a fake of TLS: the JDK's client does not tell a cut from an end. */
  @Test
  void shouldEndTlsByItsWord() throws Exception {
    FakeSocket raw = new FakeSocket(List.of());
    FakeSocket secure = new FakeSocket(List.of(GET));
    try (Acceptor acceptor = LocalServer.acceptor(LocalServer.http(TEXT))) {
      Output out = new Output(secure.getOutputStream(), false);
      Input in = new Input(secure.getInputStream(), true, out);
      Connection connection = new HttpConnection(raw, secure, in, out, TEXT, acceptor);
      assertThat(connection.serve()).isTrue();
      assertThat(secure.isEnded()).isFalse();
      assertThat(connection.serve()).isFalse();
      assertThat(secure.isEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /a.t", "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx"})
  void shouldRefuseASlowClient(String begin) throws Exception {
    try (LocalServer server = new LocalServer(new HttpProtocol(TEXT, 100, null));
        Client client = server.connect()) {
      client.send(begin);
      assertThat(client.read(true).status()).isEqualTo(408);
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @Test
  void shouldTellAnIdleClientNothing() throws Exception {
    try (LocalServer server = new LocalServer(new HttpProtocol(TEXT, 100, null));
        Client client = server.connect()) {
      assertThat(client.readToEnd()).isEmpty();
    }
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
  void shouldServeOnWhereAHandlerFails() throws Exception {
    Handler broken =
        request -> {
          throw new NoClassDefFoundError("as the test asked for");
        };
    for (Handler handler : List.of(broken, (Handler) request -> null)) {
      try (LocalServer server = LocalServer.of(handler);
          Client client = server.connect()) {
        assertThat(client.ask(GET).status()).isEqualTo(500);
        assertThat(client.ask(GET).status()).isEqualTo(500);
      }
    }
  }

  @Test
  void shouldEndAfterTheAnswerOnceItIsClosed() throws Exception {
    try (LocalServer server = LocalServer.of(TEXT);
        Client client = server.connect()) {
      assertThat(client.ask(GET).field("Connection")).isNull();
      client.send("GET /a.txt HTTP/1.1\r\n");
      server.stop();
      assertThat(client.ask("Host: a\r\n\r\n").field("Connection")).isEqualTo("close");
      assertThat(client.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"'', 1", "a b, 1", "a:, 1", "\u00e9, 1", "a, '1\r\nb: 2'", "a, \u0100"})
  void shouldRefuseAFieldThatIsNone(String name, String value) {
    assertThatThrownBy(() -> Response.of(200).field(name, value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseAnAnswerThatIsNone() {
    assertThatThrownBy(() -> Response.of(204).body(new byte[1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Response.of(304).body(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Response.of(200).empty()).isInstanceOf(IllegalArgumentException.class);
  }
}
