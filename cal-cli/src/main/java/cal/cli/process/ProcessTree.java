package cal.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A process, the children of its first thread, and so on: a server with its workers. By {@code
 * /proc} of Linux; elsewhere, the process alone. Immutable.
 */
public record ProcessTree(long pid) {
  /** Of the words of {@code stat} after the name: user and system time of ended children. */
  private static final List<Integer> OF_ENDED = List.of(13, 14);

  /** {@code USER_HZ}, which is 100 wherever a JDK runs. */
  private static final long TICK_NANOS = 10_000_000;

  /** All living processes, a parent before its children. */
  public List<Long> pids() {
    List<Long> pids = new ArrayList<>(List.of(pid));
    for (int i = 0; i < pids.size(); i++) {
      String process = pids.get(i).toString();
      String children = text(Path.of("/proc", process, "task", process, "children"));
      for (String child : children.isBlank() ? new String[0] : children.split(" ")) {
        pids.add(Long.valueOf(child));
      }
    }
    return pids;
  }

  /**
   * The CPU time of all, with ended children's, in nanoseconds; empty if the first process has
   * ended, or is forbidden.
   */
  public OptionalLong cpuNanos() {
    OptionalLong own = ProcessCpu.of(pid).nanos();
    if (own.isEmpty()) {
      return own;
    }
    List<Long> pids = pids();
    long sum = own.getAsLong() + ended(pid);
    for (long child : pids.subList(1, pids.size())) {
      sum += ProcessCpu.of(child).nanos().orElse(0) + ended(child);
    }
    return OptionalLong.of(sum);
  }

  private static long ended(long pid) {
    String stat = text(Path.of("/proc", String.valueOf(pid), "stat"));
    String[] words = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return OF_ENDED.stream()
        .filter(word -> word < words.length)
        .mapToLong(word -> Long.parseLong(words[word]) * TICK_NANOS)
        .sum();
  }

  /** Empty where there is no such file: the process has ended, or this is no Linux. */
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException ended) {
      return "";
    }
  }
}
