package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random requests, most of them damaged. Each has answers that are well formed, or none, and its
 * connection ends; the server goes on. {@code -Dhostile.requests=100000} sends more.
 */
@Timeout(3600)
class HostileRequestsTest {
  private static final int COUNT = Integer.getInteger("hostile.requests", 5_000);
  private static final long SEED = Long.getLong("hostile.seed", 9112);

  private static final Pattern HEAD =
      Pattern.compile("HTTP/1\\.1 ([1-5]\\d\\d) [A-Za-z -]+\r\n(?:[A-Za-z-]+: [^\r\n]*\r\n)*\r\n");

  private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: (\\d+)\r\n");

  private static final String[] PIECES = {
    "GET ",
    "HEAD ",
    "POST ",
    "/",
    "/a.txt",
    "/../",
    "%2e%2e",
    "%00",
    "%",
    " HTTP/1.1",
    " HTTP/1.0",
    "\r\n",
    "\r\n\r\n",
    "\n",
    "\r",
    " ",
    "\t",
    ":",
    "Host: a\r\n",
    "Content-Length: 5\r\n",
    "Content-Length: 99999999\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Connection: close\r\n",
    "Range: bytes=0-1,2-3\r\n",
    "Range: bytes=-\r\n",
    "Expect: 100-continue\r\n",
    "0\r\n\r\n",
    "5\r\nabcde\r\n",
    "ffffffff\r\n",
    ";",
    "\u0000",
    "\u00ff\u00fe",
    "If-None-Match: *\r\n",
    "If-Range: x\r\n",
    "Accept-Encoding: gzip;q=x\r\n",
    "*",
    "http://",
    "?",
    "#",
    "\\",
    "\"",
    ","
  };

  @TempDir Path root;

  @Test
  void shouldAnswerOrCloseAndGoOn() throws Exception {
    LocalServer.write(root.resolve("a.txt"), "0123456789");
    LocalServer.write(root.resolve("a.txt.gz"), "zipped");
    Random random = new Random(SEED);
    try (LocalServer server = LocalServer.of(LocalServer.pipeline(root, 100))) {
      int before = 0;
      int answered = 0;
      for (int i = 0; i < COUNT; i++) {
        byte[] request = hostile(random).getBytes(StandardCharsets.ISO_8859_1);
        String answers = answers(server, request);
        String sent = new String(request, StandardCharsets.ISO_8859_1);
        assertThat(isWellFormed(answers, sent.contains("HEAD ")))
            .as("seed=%s request %s: %s%n%s", SEED, i, sent, answers)
            .isTrue();
        assertThat(answers).doesNotContain("HTTP/1.1 500", "root:");
        answered += answers.isEmpty() ? 0 : 1;
        if (i % 500 == 0) {
          requireHealth(server);
          before = before == 0 ? descriptors() : before;
        }
      }
      requireHealth(server);
      assertThat(answered).as("requests that are answered").isGreaterThan(COUNT / 4);
      int most = before + 20;
      await("other tests have descriptors in passing, too")
          .atMost(Duration.ofMinutes(2))
          .until(() -> descriptors() < most);
    }
  }

  private static String answers(LocalServer server, byte[] request) throws IOException {
    try (Client client = server.connect()) {
      client.send(request);
      client.endOutput();
      return new String(client.readToEnd(), StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * Whether a text is answers and nothing else, each as long as its head says.
   *
   * @param heads whether an answer may be its head alone
   */
  private static boolean isWellFormed(String answers, boolean heads) {
    int at = 0;
    while (at < answers.length()) {
      Matcher head = HEAD.matcher(answers).region(at, answers.length());
      if (!head.lookingAt()) {
        return false;
      }
      at = head.end();
      Matcher length = LENGTH.matcher(head.group());
      boolean has = length.find();
      int status = Integer.parseInt(head.group(1));
      boolean none = status < 200 || status == 204 || status == 304;
      if (has == none) {
        return false;
      }
      boolean headOnly =
          heads
              && (at == answers.length()
                  || HEAD.matcher(answers).region(at, answers.length()).lookingAt());
      at += none || headOnly ? 0 : Integer.parseInt(length.group(1));
    }
    return at == answers.length();
  }

  private static void requireHealth(LocalServer server) throws IOException {
    try (Client client = server.connect()) {
      String request = "GET /a.txt HTTP/1.1\r\nHost: a\r\n\r\n";
      assertThat(client.ask(request).content()).isEqualTo("0123456789");
    }
  }

  private static int descriptors() {
    String[] open = new File("/proc/self/fd").list();
    return open == null ? 0 : open.length;
  }

  /** Pieces in any order, or a right request of which some bytes are others. */
  private static String hostile(Random random) {
    StringBuilder text = new StringBuilder();
    if (random.nextBoolean()) {
      for (int i = random.nextInt(1, 25); i > 0; i--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      return text.toString();
    }
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      text.append(Requests.mixed(random));
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.setCharAt(at, (char) random.nextInt(256));
        case 1 -> text.deleteCharAt(at);
        default -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
      }
    }
    return text.toString();
  }
}
