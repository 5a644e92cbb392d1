package cal.sample.web;

import java.util.Random;

/** Requests of tests. Stateless. */
final class Requests {
  private static final String[] PATHS = {
    "/0.bin", "/1.bin", "/500.bin", "/5000.bin", "/50000.bin", "/500000.bin", "/none", "/%35000.bin"
  };

  private Requests() {}

  /** One of many kinds, whose connection goes on. */
  static String mixed(Random random) {
    String method = new String[] {"GET", "GET", "GET", "HEAD", "OPTIONS"}[random.nextInt(5)];
    return method
        + " "
        + PATHS[random.nextInt(PATHS.length)]
        + (random.nextInt(4) == 0 ? "?x=" + random.nextInt(9) : "")
        + " HTTP/1.1\r\nHost: a.test\r\n"
        + "\r\n";
  }
}
