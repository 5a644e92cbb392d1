package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.web.Client.Answer;
import cal.sample.web.http.Handler;
import cal.sample.web.http.HttpProtocol;
import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Tls;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Cases written from RFC 9110 and RFC 9112: bytes in, and the answer's status and fields. */
@Timeout(300)
class ConformanceTest {
  private static final String GET = "GET /a.txt HTTP/1.1\r\nHost: a\r\n";
  private static final String POST = "POST /a.txt HTTP/1.1\r\nHost: a\r\n";
  private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";
  private static final String BEFORE = "Sun, 06 Nov 1994 08:49:36 GMT";
  private static final String MODIFIED = "Sun, 06 Nov 1994 08:49:37 GMT";

  /** A line of 200 bytes. */
  private static final String LONG = "x".repeat(200);

  @TempDir static Path root;
  private static LocalServer server;

  /**
   * A case.
   *
   * @param request bytes, a character each
   * @param status of the answer
   * @param goesOn whether another request is answered on the connection
   * @param expected a line of the head, or all of the content
   */
  private record Case(String request, int status, boolean goesOn, String expected) {
    @Override
    public String toString() {
      String shown = request.replace("\r", "\\r").replace("\n", "\\n");
      return status + " " + (shown.length() > 90 ? shown.substring(0, 90) + "..." : shown);
    }
  }

  private static Case goes(String request, int status, String expected) {
    return new Case(request, status, true, expected);
  }

  private static Case ends(String request, int status) {
    return new Case(request, status, false, "Connection: close");
  }

  static final List<Case> MESSAGES =
      List.of(
          goes(GET + "\r\n", 200, "0123456789"),
          goes("\r\n" + GET + "\r\n", 200, "0123456789"),
          goes("HEAD /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 200, "Content-Length: 10"),
          goes("GET /a.txt?x=y HTTP/1.1\r\nHost: a\r\n\r\n", 200, "0123456789"),
          goes("GET /%61.txt HTTP/1.1\r\nHost: a\r\n\r\n", 200, "0123456789"),
          goes("GET //a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 200, "0123456789"),
          goes("GET http://b/a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 200, "0123456789"),
          goes("GET HTTP://b:80/a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 200, "0123456789"),
          goes("GET /a.txt HTTP/1.9\r\nHost: a\r\n\r\n", 200, "0123456789"),
          goes("GET /a.txt HTTP/1.1\r\nhOsT:a:80\t \r\n\r\n", 200, "0123456789"),
          goes("GET /a.txt HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 200, "0123456789"),
          goes("GET /a.txt HTTP/1.1\r\nHost:\r\n\r\n", 200, "0123456789"),
          goes("GET /a.txt HTTP/1.1\r\nHost: a\r\nX:\r\nY: \u00e9\r\n\r\n", 200, "0123456789"),
          goes("GET /none HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /a.txt/ HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /a.txt/b HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /sub HTTP/1.1\r\nHost: a\r\n\r\n", 301, "Location: /sub/"),
          goes("GET /sub?q HTTP/1.1\r\nHost: a\r\n\r\n", 301, "Location: /sub/?q"),
          goes("GET /sub/ HTTP/1.1\r\nHost: a\r\n\r\n", 200, "index"),
          goes("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /.hidden HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /.well-known/x HTTP/1.1\r\nHost: a\r\n\r\n", 200, "known"),
          goes("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 204, "Allow: GET, HEAD, OPTIONS"),
          goes("OPTIONS /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 204, "Allow: GET, HEAD, OPTIONS"),
          goes("DELETE /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 405, "Allow: GET, HEAD, OPTIONS"),
          goes("TRACE /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 405, ""),
          goes(POST + "Content-Length: 3\r\n\r\nabc", 405, "Allow: GET, HEAD, OPTIONS"),
          goes(POST + "Content-Length: 0\r\n\r\n", 405, ""),
          goes(GET + "Content-Length: 3\r\n\r\nabc", 200, "0123456789"),
          goes(CHUNKED + "3\r\nabc\r\n0\r\n\r\n", 405, ""),
          goes(CHUNKED + "00000003\r\nabc\r\n0\r\n\r\n", 405, ""),
          goes(CHUNKED + "00a;x=\"y\"\r\n0123456789\r\n0\r\nT: v\r\n\r\n", 405, ""),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", 200),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: close\r\n\r\n", 200),
          ends("GET /a.txt HTTP/1.0\r\n\r\n", 200),
          ends("GET /a.txt HTTP/1.0\r\nHost: a\r\n\r\n", 200),
          goes(
              "GET /a.txt HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
              200,
              "Connection: keep-alive"),
          goes(POST + "\r\n", 405, ""),
          ends(POST + "Content-Length: 65537\r\n\r\n", 413),
          goes(POST + "Expect: 200-ok\r\nContent-Length: 1\r\n\r\nx", 405, ""),
          ends("GET /" + "x".repeat(8_100) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
          ends(GET + "X: " + "x".repeat(17_000) + "\r\n\r\n", 431),
          ends(GET + "X: y\r\n".repeat(120) + "\r\n", 431),
          ends("BREW /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 501),
          ends("get /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 501),
          ends("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
          ends("GET /a.txt HTTP/2.0\r\nHost: a\r\n\r\n", 505),
          ends("PRI * HTTP/2.0\r\n\r\n", 505),
          ends("GET /a.txt\r\n\r\n", 400),
          ends("GET /a.txt HTTP/1\r\nHost: a\r\n\r\n", 400),
          ends("GET /a.txt http/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET  /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /a.txt  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends(" GET /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /a.txt HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
          ends("GET\t/a.txt\tHTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("G(T /a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /a.txt#f HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /a.txt?#f HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET http:///a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET http://u@b/a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /a.txt HTTP/1.1\r\n\r\n", 400),
          ends("GET /a.txt HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
          ends("GET /a.txt HTTP/1.1\r\nHost: a b\r\n\r\n", 400));

  static final List<Case> SMUGGLING =
      List.of(
          ends(POST + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
          ends(POST + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400),
          ends(POST + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
          ends(POST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
          ends(POST + "Content-Length: 3, 3\r\n\r\nabc", 400),
          ends(POST + "Content-Length: +3\r\n\r\nabc", 400),
          ends(POST + "Content-Length: -1\r\n\r\n", 400),
          ends(POST + "Content-Length: 0x3\r\n\r\nabc", 400),
          ends(POST + "Content-Length:\r\n\r\n", 400),
          ends(POST + "Content-Length: 99999999999999999999\r\n\r\n", 400),
          ends(POST + "Content-Length : 3\r\n\r\nabc", 400),
          ends(POST + " Content-Length: 3\r\n\r\nabc", 400),
          ends(POST + "X: y\r\n Content-Length: 3\r\n\r\nabc", 400),
          ends(POST + "X: y\r\n\tfolded\r\n\r\n", 400),
          ends("POST /a.txt HTTP/1.1\r\n Host: a\r\n\r\n", 400),
          ends(POST + "Content-Length\r\n\r\n", 400),
          ends(POST + ": 3\r\n\r\n", 400),
          ends(POST + "Content Length: 3\r\n\r\n", 400),
          ends(POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
          ends(POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
          ends(POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
          ends(POST + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 501),
          ends(POST + "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n", 400),
          ends("POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
          ends("GET /a.txt HTTP/1.1\nHost: a\n\n", 400),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\n\r\n", 400),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\r\n\n", 400),
          ends("GET /a.txt HTTP/1.1\rHost: a\r\r", 400),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\rX: y\r\n\r\n", 400),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\u0000\r\n\r\n", 400),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\r\nX: \u007f\r\n\r\n", 400),
          ends("\r\n\r\n" + GET + "\r\n", 400),
          ends("\n" + GET + "\r\n", 400),
          ends("GET /a.txt HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
          ends(CHUNKED + "3\nabc\r\n0\r\n\r\n", 400),
          ends(CHUNKED + "3\r\nabcd\r\n0\r\n\r\n", 400),
          ends(CHUNKED + "3\r\nabc\n0\r\n\r\n", 400),
          ends(CHUNKED + "0x3\r\nabc\r\n0\r\n\r\n", 400),
          ends(CHUNKED + "-3\r\nabc\r\n0\r\n\r\n", 400),
          ends(CHUNKED + " 3\r\nabc\r\n0\r\n\r\n", 400),
          ends(CHUNKED + "3 \r\nabc\r\n0\r\n\r\n", 400),
          ends(CHUNKED + "\r\nabc\r\n0\r\n\r\n", 400),
          ends(CHUNKED + "3;\nx\r\nabc\r\n0\r\n\r\n", 400),
          ends(CHUNKED + "3;" + LONG + LONG + "\r\nabc\r\n0\r\n\r\n", 400),
          ends(CHUNKED + "fffffffff\r\n", 413),
          ends(CHUNKED + "0".repeat(300) + "\r\n\r\n", 400),
          ends(CHUNKED + "0\r\nGET /secret HTTP/1.1\r\n\r\n", 400),
          ends(CHUNKED + "0\r\nContent-Length: 3\r\n\r\n", 400),
          ends(CHUNKED + "0\r\nTransfer-encoding: chunked\r\n\r\n", 400),
          ends(CHUNKED + "0\r\n: v\r\n\r\n", 400),
          ends(GET + "X: " + "y".repeat(472) + "\rTransfer-Encoding: chunked\r\n\r\n", 400),
          ends(GET + "X: y\r\r\n\r\n", 400),
          ends(GET + "X: y\r\n\r\r\n", 400),
          new Case(
              "HEAD /a.txt HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n", 413, false, ""),
          new Case("HEAD /.. HTTP/1.1\r\nHost: a\r\n\r\n", 400, false, ""),
          ends(CHUNKED + "10001\r\n", 413),
          ends(CHUNKED + "0\r\n folded\r\n\r\n", 400),
          ends(CHUNKED + "0\r\nT: v\n\r\n", 400),
          ends(CHUNKED + "0\r\n" + ("T: " + LONG + "\r\n").repeat(90) + "\r\n", 431));

  static final List<Case> TRAVERSAL =
      List.of(
          ends("GET /.. HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /../secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /sub/../../secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /sub/../a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /./a.txt HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%2e%2e/secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /.%2E/secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%2e%2e%2fsecret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /..%2fsecret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /..%5csecret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /..\\secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /a.txt%00.html HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%c0%ae%c0%ae/secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%e0%80%ae/secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%u002e%u002e/secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%2 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /% HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /%+1 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET /a.txt/.. HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET http://a/../secret HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          ends("GET http://a/..%2f..%2f HTTP/1.1\r\nHost: a\r\n\r\n", 400),
          goes("GET /%252e%252e/secret HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /.../secret HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /outside.txt HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /out/secret HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /out/ HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /inside.txt HTTP/1.1\r\nHost: a\r\n\r\n", 200, "0123456789"),
          goes("GET //etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
          goes("GET /sub//etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"));

  static final List<Case> CONDITIONS =
      List.of(
          goes(GET + "If-None-Match: *\r\n\r\n", 304, "Last-Modified: " + MODIFIED),
          goes(GET + "If-None-Match: \"x\"\r\n\r\n", 200, "0123456789"),
          goes("HEAD /a.txt HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n", 304, ""),
          goes(GET + "If-Modified-Since: " + MODIFIED + "\r\n\r\n", 304, ""),
          goes(GET + "If-Modified-Since: " + BEFORE + "\r\n\r\n", 200, "0123456789"),
          goes(GET + "If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT\r\n\r\n", 304, ""),
          goes(GET + "If-Modified-Since: Sun Nov  6 08:49:37 1994\r\n\r\n", 304, ""),
          goes(GET + "If-Modified-Since: yesterday\r\n\r\n", 200, "0123456789"),
          goes(
              GET + "If-None-Match: \"x\"\r\nIf-Modified-Since: " + MODIFIED + "\r\n\r\n",
              200,
              "0123456789"),
          goes(GET + "If-Match: *\r\n\r\n", 200, "0123456789"),
          goes(GET + "If-Match: \"x\"\r\n\r\n", 412, "a precondition fails\n"),
          goes(GET + "If-Unmodified-Since: " + BEFORE + "\r\n\r\n", 412, "a precondition fails\n"),
          goes(GET + "If-Unmodified-Since: " + MODIFIED + "\r\n\r\n", 200, "0123456789"),
          goes(GET + "Range: bytes=2-4\r\n\r\n", 206, "Content-Range: bytes 2-4/10"),
          goes(GET + "Range: bytes=2-4\r\n\r\n", 206, "234"),
          goes(GET + "Range: BYTES=8-\r\n\r\n", 206, "89"),
          goes(GET + "Range: bytes=-3\r\n\r\n", 206, "789"),
          goes(GET + "Range: bytes=-30\r\n\r\n", 206, "Content-Range: bytes 0-9/10"),
          goes(GET + "Range: bytes=5-99\r\n\r\n", 206, "56789"),
          goes(GET + "Range: bytes=5-9223372036854775807\r\n\r\n", 206, "56789"),
          goes(GET + "Range: bytes=9223372036854775807-\r\n\r\n", 416, ""),
          goes(GET + "Range: bytes=10-\r\n\r\n", 416, "Content-Range: bytes */10"),
          goes(GET + "Range: bytes=-0\r\n\r\n", 416, ""),
          goes(GET + "Range: bytes=4-2\r\n\r\n", 200, "0123456789"),
          goes(GET + "Range: bytes=x\r\n\r\n", 200, "0123456789"),
          goes(GET + "Range: bytes=--1\r\n\r\n", 200, "0123456789"),
          goes(GET + "Range: lines=1-2\r\n\r\n", 200, "0123456789"),
          goes(GET + "Range: bytes=0-,0-\r\n\r\n", 200, "0123456789"),
          goes(GET + "Range: bytes=1-1,3-3\r\n\r\n", 200, "0123456789"),
          goes(GET + "Range: bytes=1-1\r\nIf-Range: \"x\"\r\n\r\n", 200, "0123456789"),
          goes(GET + "Range: bytes=1-1\r\nIf-Range: " + MODIFIED + "\r\n\r\n", 206, "1"),
          goes(GET + "Range: bytes=1-1\r\nIf-Range: " + BEFORE + "\r\n\r\n", 200, "0123456789"),
          goes("HEAD /a.txt HTTP/1.1\r\nHost: a\r\nRange: bytes=1-1\r\n\r\n", 200, ""));

  @BeforeAll
  static void serve(@TempDir Path outside) throws IOException {
    LocalServer.write(root.resolve("a.txt"), "0123456789");
    Files.setLastModifiedTime(
        root.resolve("a.txt"), FileTime.from(Instant.ofEpochSecond(784111777)));
    LocalServer.write(root.resolve("sub/index.html"), "index");
    LocalServer.write(root.resolve(".hidden"), "hidden");
    LocalServer.write(root.resolve(".well-known/x"), "known");
    LocalServer.write(outside.resolve("secret"), "secret");
    Files.createSymbolicLink(root.resolve("outside.txt"), outside.resolve("secret"));
    Files.createSymbolicLink(root.resolve("out"), outside);
    Files.createSymbolicLink(root.resolve("inside.txt"), root.resolve("a.txt"));
    server = LocalServer.of(LocalServer.pipeline(root, 1 << 16));
  }

  @AfterAll
  static void end() throws InterruptedException {
    server.close();
  }

  @ParameterizedTest
  @FieldSource("MESSAGES")
  void shouldReadMessages(Case one) throws IOException {
    check(one);
  }

  @ParameterizedTest
  @FieldSource("SMUGGLING")
  void shouldRefuseWhatAnotherParserCouldReadDifferently(Case one) throws IOException {
    check(one);
  }

  @ParameterizedTest
  @FieldSource("TRAVERSAL")
  void shouldNotLeaveTheRoot(Case one) throws IOException {
    check(one);
  }

  @ParameterizedTest
  @FieldSource("CONDITIONS")
  void shouldEvaluateConditions(Case one) throws IOException {
    check(one);
  }

  /** Whatever way the bytes of a client come, the answers are the same. */
  @Test
  void shouldAnswerAlikeHoweverTheBytesCome() throws IOException {
    Handler site = LocalServer.pipeline(root, 1 << 16);
    try (Acceptor acceptor = LocalServer.acceptor(LocalServer.http(site))) {
      for (List<Case> cases : List.of(MESSAGES, SMUGGLING, TRAVERSAL, CONDITIONS)) {
        for (Case one : cases) {
          String request = one.request + GET + "\r\n";
          String whole = undated(site, acceptor, List.of(request));
          assertThat(whole).as("%s", one).startsWith("HTTP/1.1 " + one.status);
          assertThat(undated(site, acceptor, List.of(request.split("")))).isEqualTo(whole);
          for (int at = 1; at < Math.min(request.length(), 400); at++) {
            List<String> halves = List.of(request.substring(0, at), request.substring(at));
            assertThat(undated(site, acceptor, halves)).as("%s at %s", one, at).isEqualTo(whole);
          }
        }
      }
    }
  }

  /** Where each byte of a client is a record of TLS, the answers are those in the clear. */
  @Test
  void shouldAnswerAlikeByTls(@TempDir Path keys) throws Exception {
    Certificate certificate = Certificate.in(keys);
    Tls tls = certificate.tls();
    Handler site = LocalServer.pipeline(root, 1 << 16);
    try (Acceptor acceptor = LocalServer.acceptor(LocalServer.http(site));
        LocalServer secure = new LocalServer(new HttpProtocol(site, 60_000, tls))) {
      for (List<Case> cases : List.of(MESSAGES, SMUGGLING, TRAVERSAL, CONDITIONS)) {
        for (Case one : cases) {
          String request = one.request + GET + "\r\n";
          String whole = undated(site, acceptor, List.of(request));
          int half = request.length() / 2;
          List<String> pieces =
              request.length() <= 400
                  ? List.of(request.split(""))
                  : List.of(request.substring(0, half), request.substring(half));
          try (Client client = certificate.connect("localhost", secure.port())) {
            assertThat(undated(secureAnswers(client, pieces))).as("%s", one).isEqualTo(whole);
          }
        }
      }
    }
  }

  /** The server may end a conversation before it has all pieces. */
  private static String secureAnswers(Client client, List<String> pieces) throws IOException {
    try {
      for (String piece : pieces) {
        client.send(piece);
      }
      client.endOutput();
    } catch (SocketException ended) {
      assertThat(pieces).hasSizeGreaterThan(1);
    }
    return new String(client.readToEnd(), StandardCharsets.ISO_8859_1);
  }

  private static String undated(String answers) {
    return answers.replaceAll("Date: [^\r]*", "Date: -");
  }

  private static String undated(Handler site, Acceptor acceptor, List<String> pieces)
      throws IOException {
    return undated(FakeSocket.answers(site, acceptor, pieces));
  }

  private static void check(Case one) throws IOException {
    try (Client client = server.connect()) {
      Answer answer = client.ask(one.request);
      String all = answer.head() + answer.content();
      assertThat(answer.status()).as(all).isEqualTo(one.status);
      String expected = one.expected;
      if (expected.contains(": ")) {
        assertThat(answer.head()).contains("\r\n" + expected + "\r\n");
      } else {
        assertThat(answer.content()).isEqualTo(expected);
      }
      assertThat(all).doesNotContain("secret");
      assertThat(answer.field("Date")).endsWith(" GMT");
      if (one.goesOn) {
        assertThat(client.ask(GET + "\r\n").content()).isEqualTo("0123456789");
      } else {
        assertThat(client.isAtEnd()).isTrue();
      }
    }
  }
}
