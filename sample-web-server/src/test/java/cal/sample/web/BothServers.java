package cal.sample.web;

import java.util.ArrayList;
import java.util.List;

/** Four servers in one process: by TLS on localhost and 127.0.0.2, else in the clear. */
final class BothServers {
  private static final List<String> HASTE = List.of("--write-timeout", "300");

  private BothServers() {}

  /**
   * Starts them; that on 127.0.0.2 waits 300 ms for the rest of a request, and that on 127.0.0.3
   * for a client to take an answer, as the other does.
   *
   * @param arguments the PEM files, and then the arguments of both
   */
  public static void main(String[] arguments) {
    List<String> both = List.of(arguments).subList(2, arguments.length);
    List<String> secure = new ArrayList<>(both);
    secure.addAll(List.of("--tls", arguments[0], arguments[1]));
    List<String> impatient = new ArrayList<>(secure);
    impatient.addAll(List.of("--host", "127.0.0.2", "--request-timeout", "300"));
    impatient.addAll(HASTE);
    List<String> hasty = new ArrayList<>(both);
    hasty.addAll(List.of("--host", "127.0.0.3"));
    hasty.addAll(HASTE);
    secure.addAll(List.of("--host", "localhost"));
    // Under sequential, and unwoven, a server returns when it is closed.
    Thread.ofPlatform().start(() -> Main.main(secure.toArray(String[]::new)));
    Thread.ofPlatform().start(() -> Main.main(impatient.toArray(String[]::new)));
    Thread.ofPlatform().start(() -> Main.main(hasty.toArray(String[]::new)));
    Main.main(both.toArray(String[]::new));
  }
}
