package cal.cli.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the process behind a listening port, on Linux, through {@code /proc}. Stateless, hence
 * thread-safe.
 */
public final class ListeningProcess {
  private static final String LISTENING = "0A";

  private ListeningProcess() {}

  /** The listening process of a TCP port on this machine; empty if unknown. */
  public static OptionalLong on(int port) {
    Set<String> sockets = new HashSet<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      sockets.addAll(socketsOn(port, Path.of(table)));
    }
    if (sockets.isEmpty()) {
      return OptionalLong.empty();
    }
    return ProcessHandle.allProcesses()
        .mapToLong(ProcessHandle::pid)
        .filter(pid -> holdsAny(pid, sockets))
        .findFirst();
  }

  /** The link targets of file descriptors of listening sockets on the port. */
  private static Set<String> socketsOn(int port, Path table) {
    String ending = ":%04X".formatted(port);
    Set<String> sockets = new HashSet<>();
    try {
      for (String line : Files.readAllLines(table)) {
        String[] words = line.strip().split("\\s+");
        if (words.length > 9 && words[1].endsWith(ending) && words[3].equals(LISTENING)) {
          sockets.add("socket:[" + words[9] + "]");
        }
      }
    } catch (IOException e) {
      return Set.of();
    }
    return sockets;
  }

  private static boolean holdsAny(long pid, Set<String> sockets) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
      for (Path file : files) {
        if (sockets.contains(Files.readSymbolicLink(file).toString())) {
          return true;
        }
      }
    } catch (IOException e) {
      return false;
    }
    return false;
  }
}
