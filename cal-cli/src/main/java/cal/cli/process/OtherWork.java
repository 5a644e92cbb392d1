package cal.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/**
 * The time of a server's cores given to others, from the construction on: to processes, and to
 * other virtual machines on the same hardware. Interrupts do not count, perhaps for the server, nor
 * does this process with the load. By {@code /proc}, with ticks of 10 ms, coarse in a short time.
 * Confined to a thread.
 */
public final class OtherWork {
  private static final Path PROC = Path.of("/proc");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** Of the numbers of a core in {@code /proc/stat}: user, nice, system and steal. */
  private static final List<Integer> TAKEN = List.of(1, 2, 3, 8);

  /** {@code USER_HZ}, which is 100 wherever a JDK runs. */
  private static final long TICK_NANOS = 10_000_000;

  private final BitSet cores;
  private final ProcessTree server;
  private final ProcessCpu own;
  private final long begun = System.nanoTime();
  private final OptionalLong before;

  /** Begins; nothing will be known of an ended process. */
  public OtherWork(long server) {
    cores = coresOf(server);
    this.server = new ProcessTree(server);
    long pid = ProcessHandle.current().pid();
    own = pid != server && coresOf(pid).intersects(cores) ? ProcessCpu.of(pid) : null;
    before = unknownNanos();
  }

  /** The share of the server's cores taken by others, 0 to 1; null if unknown. */
  public Double share() {
    OptionalLong now = unknownNanos();
    if (before.isEmpty() || now.isEmpty()) {
      return null;
    }
    double all = (double) (System.nanoTime() - begun) * cores.cardinality();
    return Math.clamp((now.getAsLong() - before.getAsLong()) / all, 0, 1);
  }

  private OptionalLong unknownNanos() {
    if (cores.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long left = taken(Files.readAllLines(PROC.resolve("stat")), cores);
      left -= server.cpuNanos().orElseThrow(IOException::new);
      left -= own == null ? 0 : own.nanos().orElseThrow(IOException::new);
      return OptionalLong.of(left);
    } catch (IOException ended) {
      return OptionalLong.empty();
    }
  }

  /** The cores of a process; none if unknown. */
  private static BitSet coresOf(long pid) {
    try {
      return Files.readAllLines(PROC.resolve(pid + "/status")).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .findFirst()
          .map(line -> listed(line.substring(ALLOWED.length()).strip()))
          .orElseGet(BitSet::new);
    } catch (IOException noSuchProcess) {
      return new BitSet();
    }
  }

  /** Reads a list such as {@code 0,2-3}. */
  public static BitSet listed(String list) {
    BitSet cores = new BitSet();
    for (String part : list.split(",")) {
      int dash = part.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
      int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
      cores.set(first, last + 1);
    }
    return cores;
  }

  /** Busy nanoseconds of cores, by the lines of {@code /proc/stat}. */
  public static long taken(List<String> stat, BitSet cores) {
    long ticks = 0;
    for (String line : stat) {
      String[] words = line.split(" +");
      if (words[0].matches("cpu\\d+") && cores.get(Integer.parseInt(words[0].substring(3)))) {
        for (int column : TAKEN) {
          ticks += Long.parseLong(words[column]);
        }
      }
    }
    return ticks * TICK_NANOS;
  }
}
