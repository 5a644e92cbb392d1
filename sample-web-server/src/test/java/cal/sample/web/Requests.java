package cal.sample.web;

import java.util.Random;

/** Requests of tests. Stateless. */
public final class Requests {
  private static final String[] METHODS = {"GET", "GET", "GET", "HEAD", "OPTIONS", "DELETE"};

  private static final String[] PATHS = {
    "/0.bin",
    "/1.bin",
    "/500.bin",
    "/5000.bin",
    "/50000.bin",
    "/500000.bin",
    "/none",
    "/%35000.bin",
    "/sub",
    "/sub/",
    "/"
  };

  private static final String[] FIELDS = {
    "Range: bytes=0-0\r\n",
    "Range: bytes=-100\r\n",
    "Range: bytes=600000-\r\n",
    "If-None-Match: *\r\n",
    "If-Match: \"x\"\r\n",
    "If-Modified-Since: Tue, 14 Nov 2023 22:21:40 GMT\r\n",
    "Connection: keep-alive\r\n",
    "User-Agent: a test\r\n",
  };

  private static final String[] BODIES = {
    "Content-Length: 5\r\n\r\nabcde",
    "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n3;x\r\nfgh\r\n0\r\n\r\n",
    "Content-Length: 3000\r\n\r\n" + "x".repeat(3000),
  };

  private static final String[] QUERIES = {"", "", "?refuse", "?fail"};

  private Requests() {}

  /** One of many kinds, whose connection goes on. */
  public static String mixed(Random random) {
    if (random.nextInt(6) == 0) {
      String path = random.nextBoolean() ? "/echo" : "/500.bin";
      String query = QUERIES[random.nextInt(QUERIES.length)];
      String body = BODIES[random.nextInt(BODIES.length)];
      return "POST " + path + query + " HTTP/1.1\r\nHost: a.test\r\n" + body;
    }
    StringBuilder request = new StringBuilder(METHODS[random.nextInt(METHODS.length)]);
    request.append(' ').append(PATHS[random.nextInt(PATHS.length)]);
    request.append(random.nextInt(4) == 0 ? "?x=" + random.nextInt(9) : "");
    request.append(" HTTP/1.1\r\nHost: a.test\r\n");
    for (int i = random.nextInt(3); i > 0; i--) {
      request.append(FIELDS[random.nextInt(FIELDS.length)]);
    }
    return request.append("\r\n").toString();
  }
}
