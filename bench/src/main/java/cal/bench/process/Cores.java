package cal.bench.process;

import java.io.IOException;
import java.util.List;

/**
 * Keeps servers and load on separate cores, by the Linux tool {@code taskset}, once this process
 * has taken the clients'. Thread-safe.
 */
public final class Cores {
  private static final String SERVERS = "0";
  private static final String CLIENTS = "1";

  private static volatile boolean pinned;

  private Cores() {}

  /** Moves this process, all its threads, to the clients' core; false if impossible. */
  public static boolean takeTheClients() throws InterruptedException {
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

  /** The cores of servers and clients, in words. */
  public static String place() {
    return pinned ? "servers to core 0 (or 0 and 1), clients to core 1" : "no";
  }

  /** The words before a server's command, to run on the servers' core, or on both. */
  public static List<String> servers(int cores) {
    return pinnedTo(cores == 1 ? SERVERS : SERVERS + "," + CLIENTS);
  }

  /** The same for a server beside the clients. */
  public static List<String> clients() {
    return pinnedTo(CLIENTS);
  }

  private static List<String> pinnedTo(String cores) {
    return pinned ? List.of("taskset", "-c", cores) : List.of();
  }
}
