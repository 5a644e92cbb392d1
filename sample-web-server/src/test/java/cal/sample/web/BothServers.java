package cal.sample.web;

import java.util.ArrayList;
import java.util.List;

/** Three servers in one process: by TLS on localhost and 127.0.0.2, in the clear on 127.0.0.1. */
final class BothServers {
  private BothServers() {}

  /**
   * Starts them; that on 127.0.0.2 waits 300 ms for the rest of a request.
   *
   * @param arguments the PEM files, and then the arguments of both
   */
  public static void main(String[] arguments) {
    List<String> both = List.of(arguments).subList(2, arguments.length);
    List<String> secure = new ArrayList<>(both);
    secure.addAll(List.of("--tls", arguments[0], arguments[1]));
    List<String> impatient = new ArrayList<>(secure);
    impatient.addAll(List.of("--host", "127.0.0.2", "--request-timeout", "300"));
    secure.addAll(List.of("--host", "localhost"));
    // Under sequential, and unwoven, a server returns when it is closed.
    Thread.ofPlatform().start(() -> Main.main(secure.toArray(String[]::new)));
    Thread.ofPlatform().start(() -> Main.main(impatient.toArray(String[]::new)));
    Main.main(both.toArray(String[]::new));
  }
}
