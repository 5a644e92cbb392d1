package cal.bench;

import java.io.IOException;
import java.util.List;

/** Keeps servers and load on separate cores, by the Linux tool {@code taskset}. Thread-safe. */
final class Cores {
  private static final String SERVERS = "0";
  private static final String CLIENTS = "1";

  private static volatile boolean pinned;

  private Cores() {}

  /** Moves this process, all its threads, to the clients' core; false where that cannot be. */
  static boolean takeTheClients() throws InterruptedException {
    String pid = String.valueOf(ProcessHandle.current().pid());
    try {
      Process taskset =
          new ProcessBuilder("taskset", "-a", "-p", "-c", CLIENTS, pid)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      pinned = taskset.waitFor() == 0;
      return pinned;
    } catch (IOException noSuchTool) {
      return false;
    }
  }

  /** The same as {@link #servers}, or nothing where this process could not be moved. */
  static List<String> serversIfPinned(int cores) {
    return pinned ? servers(cores) : List.of();
  }

  /** What to put before a server's command, so that it runs on the servers' core, or on both. */
  static List<String> servers(int cores) {
    return List.of("taskset", "-c", cores == 1 ? SERVERS : SERVERS + "," + CLIENTS);
  }

  /** The same for a server that is to be beside the clients. */
  static List<String> clients() {
    return List.of("taskset", "-c", CLIENTS);
  }
}
