package cal.core.internal.engine;

import cal.core.internal.admission.Gate;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Looks at the clients that the system has connected and that nobody has accepted, as Linux shows
 * them. Many of them, for longer than a moment, are there where acceptors lack a core. For one
 * thread.
 */
final class Backlog {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  private static final String LISTENS = "0A";

  /** So many may wait in any server. */
  private static final int MANY = 64;

  /** Looks in a row that find many: in one, they may just have come. */
  private static final int LOOKS = 2;

  private final Gate gate;
  private int found;

  Backlog(Gate gate) {
    this.gate = gate;
  }

  /**
   * Looks at what waits for listeners; elsewhere than on Linux nothing does. Never throws.
   *
   * @param ports theirs, each of which may be asked of an object of the server
   */
  void look(Set<Integer> ports) {
    boolean many =
        !ports.isEmpty() && TABLES.stream().mapToInt(t -> waiting(t, ports)).sum() >= MANY;
    found = many ? found + 1 : 0;
    gate.narrow(found >= LOOKS);
  }

  /** The table begins with those that listen, after a line of titles. */
  static int waiting(Path table, Set<Integer> ports) {
    int waiting = 0;
    try (BufferedReader lines = Files.newBufferedReader(table)) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.strip().split("\\s+", 6);
        if (!columns[3].equals(LISTENS)) {
          break;
        }
        waiting += ports.contains(afterColon(columns[1])) ? afterColon(columns[4]) : 0;
      }
    } catch (IOException | RuntimeException untold) {
      return 0;
    }
    return waiting;
  }

  private static int afterColon(String hexadecimal) {
    return Integer.parseInt(hexadecimal, hexadecimal.indexOf(':') + 1, hexadecimal.length(), 16);
  }
}
