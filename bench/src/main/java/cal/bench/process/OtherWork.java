package cal.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/**
 * The time that the cores of a server give to others, from its construction on: to processes, and
 * to other virtual machines on the same hardware. Interrupts do not count, since they may be for
 * the server; nor does this process, which puts the load on it. By {@code /proc}, whose ticks of 10
 * ms make it coarse in a short time. Confined to one thread.
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

  /** Begins; of a process that has ended nothing will be known. */
  public OtherWork(long server) {
    cores = coresOf(server);
    this.server = new ProcessTree(server);
    long pid = ProcessHandle.current().pid();
    own = pid != server && coresOf(pid).intersects(cores) ? ProcessCpu.of(pid) : null;
    before = unknownNanos();
  }

  /** The share of the server's cores that others have taken, 0 to 1; null if it is not known. */
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

  /** Where a process may run; nowhere if that is not known. */
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

  /** Nanoseconds that cores have been busy, by the lines of {@code /proc/stat}. */
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
