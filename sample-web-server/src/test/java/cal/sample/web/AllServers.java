package cal.sample.web;

import java.util.ArrayList;
import java.util.List;

/**
 * Four servers in one process: by TLS on localhost and 127.0.0.2, in the clear on 127.0.0.1, and by
 * Gopher on 127.0.0.3.
 */
final class AllServers {
  private AllServers() {}

  /**
   * Starts them; that on 127.0.0.2 waits 300 ms for the next byte of a client.
   *
   * @param arguments the key store, the pipeline of HTTP, and then the arguments of all
   */
  public static void main(String[] arguments) {
    List<String> all = List.of(arguments).subList(2, arguments.length);
    List<String> http = new ArrayList<>(List.of("--pipeline", arguments[1]));
    http.addAll(all);
    start(http, "--host", "localhost", "--tls", arguments[0]);
    start(http, "--host", "127.0.0.2", "--tls", arguments[0], "--idle-timeout", "300");
    start(all, "--host", "127.0.0.3", "--protocol", "gopher");
    Main.main(http.toArray(String[]::new));
  }

  /** Under sequential, and unwoven, a server returns when it is closed. */
  private static void start(List<String> all, String... more) {
    List<String> arguments = new ArrayList<>(all);
    arguments.addAll(List.of(more));
    Thread.ofPlatform().start(() -> Main.main(arguments.toArray(String[]::new)));
  }
}
