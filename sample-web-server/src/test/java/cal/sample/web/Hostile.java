package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that sends random requests, most of them damaged. Each has answers that are well formed,
 * or none, and its connection ends. For one thread.
 */
final class Hostile {
  /** More than a build sends; null in a build. */
  static final Integer COUNT = Integer.getInteger("hostile.requests");

  private static final long SEED = Long.getLong("hostile.seed", 9112);

  /** In a file outside the root. */
  static final String SECRET = "a secret of the server";

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
    "/../secret",
    "/%2e%2e/secret",
    "/.hidden/..%2f../secret",
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
    "Range: bytes=0-1\r\n",
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
    "*",
    "http://",
    "?",
    "#",
    "\\",
    "\"",
    ","
  };

  private final long seed;
  private final Random random;

  /** One of several that send other requests. */
  Hostile(int which) {
    seed = SEED + which;
    random = new Random(seed);
  }

  /**
   * Sends requests, each on a connection of its own.
   *
   * @return how many of them were answered
   */
  int send(int count, Callable<Client> connections) throws Exception {
    int answered = 0;
    for (int i = 0; i < count; i++) {
      String request = next();
      String answers;
      try (Client client = connections.call()) {
        client.send(request);
        client.endOutput();
        answers = new String(client.readToEnd(), StandardCharsets.ISO_8859_1);
      }
      assertThat(isWellFormed(answers, request.contains("HEAD ")))
          .as("seed=%s request %s: %s%n%s", seed, i, request, answers)
          .isTrue();
      assertThat(answers).as(request).doesNotContain(SECRET);
      if (!request.contains("?fail")) {
        assertThat(answers).as(request).doesNotContain("HTTP/1.1 500");
      }
      answered += answers.isEmpty() ? 0 : 1;
    }
    return answered;
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

  /** Pieces in any order, or a right request of which some bytes are others. */
  private String next() {
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
