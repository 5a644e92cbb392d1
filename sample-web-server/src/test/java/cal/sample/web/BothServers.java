package cal.sample.web;

import java.util.ArrayList;
import java.util.List;

/** Two servers in one process: TLS on localhost, which waits for nobody, and plain on 127.0.0.1. */
final class BothServers {
  private BothServers() {}

  /**
   * Starts both.
   *
   * @param arguments the PEM files, and then the arguments of both
   */
  public static void main(String[] arguments) {
    List<String> both = List.of(arguments).subList(2, arguments.length);
    List<String> secure = new ArrayList<>(both);
    secure.addAll(List.of("--host", "localhost", "--request-timeout", "300"));
    secure.addAll(List.of("--tls", arguments[0], arguments[1]));
    // Under sequential, and unwoven, a server returns when it is closed.
    Thread.ofPlatform().start(() -> Main.main(secure.toArray(String[]::new)));
    Main.main(both.toArray(String[]::new));
  }
}
