package cal.agent.advise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Linux's accounts of the machine and of processes; all are 0 on other systems. Stateless. */
final class Proc {
  private static final Path ROOT = Path.of("/proc");

  /** Nanoseconds of the unit of processor time, the same on each of today's architectures. */
  private static final long TICK = 10_000_000;

  /** Columns of a process, behind its name: its own time, and the time of its ended children. */
  private static final int USER = 11;

  private static final int SYSTEM = 12;
  private static final int ENDED_USER = 13;
  private static final int ENDED_SYSTEM = 14;

  /** Headers of a segment: 20 bytes of IPv4, 32 of TCP with its timestamps. */
  private static final long HEADERS = 52;

  /** The header of IPv6 beside that of IPv4. */
  private static final long LONGER = 20;

  private Proc() {}

  /** Whether this machine has accounts. */
  static boolean isThere() {
    return Files.isReadable(ROOT.resolve("stat"));
  }

  /** Nanoseconds of processor time of all processes, and of other machines on the same host. */
  static long busy() throws IOException {
    List<String> lines = lines(ROOT.resolve("stat"));
    if (lines.isEmpty()) {
      return 0;
    }
    long[] times =
        Stream.of(lines.getFirst().strip().split(" +"))
            .skip(1)
            .mapToLong(Long::parseLong)
            .toArray();
    // user, nice, system, idle, waiting, interrupts, soft interrupts, stolen
    return TICK * LongStream.of(0, 1, 2, 5, 6, 7).map(i -> times[(int) i]).sum();
  }

  /** Nanoseconds of processor time of the ended children of this process, and of their children. */
  static long ofEnded() throws IOException {
    return ticks(ROOT.resolve("self").resolve("stat"), ENDED_USER, ENDED_SYSTEM);
  }

  /** Nanoseconds of processor time of a process and of its ended children; 0 if it has gone. */
  static long of(long pid) throws IOException {
    return ticks(folder(pid).resolve("stat"), USER, SYSTEM, ENDED_USER, ENDED_SYSTEM);
  }

  /** Nanoseconds of processor time of a thread; 0 if it has gone. */
  static long ofThread(Path thread) throws IOException {
    return ticks(thread.resolve("stat"), USER, SYSTEM);
  }

  private static long ticks(Path stat, int... columns) throws IOException {
    List<String> lines = lines(stat);
    if (lines.isEmpty()) {
      return 0;
    }
    String line = lines.getFirst(); // the name is in brackets, and may have some of its own
    String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ");
    long ticks = 0;
    for (int column : columns) {
      ticks += Long.parseLong(words[column]);
    }
    return TICK * ticks;
  }

  /** The threads of a process, as folders. */
  static List<Path> threads(long pid) throws IOException {
    Path folder = folder(pid).resolve("task");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> threads = Files.list(folder)) {
      return threads.toList();
    }
  }

  /** The name of a thread, cut to 15 letters; empty if it has gone. */
  static String name(Path thread) throws IOException {
    return String.join("", lines(thread.resolve("comm")));
  }

  /** Megabytes of resident memory. */
  static long megabytes(long pid) throws IOException {
    return lines(folder(pid).resolve("status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
        .sum();
  }

  /** Bytes sent by TCP, to this machine and to others, without headers. */
  static long payload() throws IOException {
    Path net = ROOT.resolve("net");
    long six = lines(net.resolve("snmp6")).stream().mapToLong(Proc::ofVersionSix).sum();
    return column(net.resolve("netstat"), "IpExt:", "OutOctets")
        + six
        - HEADERS * column(net.resolve("snmp"), "Tcp:", "OutSegs");
  }

  private static long ofVersionSix(String line) {
    String[] words = line.split("\\s+");
    return switch (words[0]) {
      case "Ip6OutOctets" -> Long.parseLong(words[1]);
      case "Ip6OutRequests" -> -LONGER * Long.parseLong(words[1]);
      default -> 0;
    };
  }

  /** A column of a table of two lines, of which the first has the names. */
  private static long column(Path file, String table, String name) throws IOException {
    List<String> lines = lines(file).stream().filter(line -> line.startsWith(table)).toList();
    if (lines.size() < 2) {
      return 0;
    }
    int at = List.of(lines.getFirst().split(" ")).indexOf(name);
    return at < 0 ? 0 : Long.parseLong(lines.get(1).split(" ")[at]);
  }

  private static Path folder(long pid) {
    return ROOT.resolve(String.valueOf(pid));
  }

  /** The lines of a file; none if it has gone: so has its process, or there is no such account. */
  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException gone) {
      return List.of();
    } catch (IOException ending) {
      if (String.valueOf(ending.getMessage()).contains("No such process")) {
        return List.of(); // it ended between the opening and the reading
      }
      throw ending;
    }
  }
}
