package cal.core.internal.socket;

import cal.core.internal.admission.Backlog;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The unaccepted clients of a port, from {@code /proc/net/tcp} of Linux: column {@code rx_queue} of
 * a listening socket. For a single thread at a time.
 */
final class ListenerTable implements Backlog.Source {
  static final int UNKNOWN = -1;

  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp6"), Path.of("/proc/net/tcp"));

  private static final String LISTENS = "0A";

  /** Of the time of all cores: a quota of the system may give a little less. */
  private static final double BUSY = 0.7;

  private final int port;

  /** The tables that may show the port: a single table, once found. */
  private List<Path> tables = TABLES;

  private long askedAt = System.nanoTime();
  private long cpu = cpuOfProcess();

  ListenerTable(int port) {
    this.port = port;
  }

  @Override
  public boolean lacksCores() {
    long wall = -askedAt;
    long used = -cpu;
    askedAt = System.nanoTime();
    cpu = cpuOfProcess();
    wall += askedAt;
    used += cpu;
    return used >= BUSY * wall * Runtime.getRuntime().availableProcessors();
  }

  private static long cpuOfProcess() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  /** {@link #UNKNOWN} where the system does not tell. */
  @Override
  public int waiting() {
    for (Path table : tables) {
      int waiting = waiting(table);
      if (waiting != UNKNOWN) {
        tables = List.of(table);
        return waiting;
      }
    }
    tables = List.of();
    return UNKNOWN;
  }

  /** The table begins with listening sockets, after a line of titles. */
  private int waiting(Path table) {
    int found = UNKNOWN;
    try (BufferedReader lines = Files.newBufferedReader(table)) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.strip().split("\\s+", 6);
        if (!columns[3].equals(LISTENS)) {
          break;
        }
        if (afterColon(columns[1]) == port) {
          if (found != UNKNOWN) {
            return UNKNOWN; // two listeners share it, and their clients are in no one order
          }
          found = afterColon(columns[4]);
        }
      }
    } catch (IOException | RuntimeException untold) {
      return UNKNOWN;
    }
    return found;
  }

  private static int afterColon(String hexadecimal) {
    return Integer.parseInt(hexadecimal, hexadecimal.indexOf(':') + 1, hexadecimal.length(), 16);
  }
}
