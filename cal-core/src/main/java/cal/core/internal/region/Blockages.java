package cal.core.internal.region;

import cal.core.internal.support.Log;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The guards waited for by threads, and the holders, at a moment: the reason of a stalled drain.
 * Immutable.
 *
 * <p>Of monitors the JVM's own thread dump knows both, for platform and for virtual threads, so a
 * region pays nothing. Threads note regions of other policies themselves, in their {@link
 * RegionStack}.
 */
public final class Blockages {
  /** More stragglers than these are dumped only where a straggler waits for a monitor. */
  private static final int FEW = 100;

  private static final Pattern HEADER = Pattern.compile("#(\\d+) \"(.*)\" (?:virtual )?(\\w+) .*");
  private static final Pattern LOCK =
      Pattern.compile(" *- (waiting to lock|waiting on|locked) <(.*)>.*");

  private static final String FRAME = "    at ";

  /** How a thread stands to a guard. */
  private enum Bond {
    HOLDS,
    WAITS_TO_ENTER,
    WAITS_FOR_A_SIGNAL
  }

  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Map<String, Bond>> bonds = new HashMap<>();

  /** The state and the stack of each thread of a dump with a guard. */
  private final Map<Long, Seen> seen = new HashMap<>();

  private record Seen(String state, List<String> stack) {}

  /** Threads that wait within a policy: the policy's own monitors are no guards. */
  private final Set<Long> within = new HashSet<>();

  private Blockages() {}

  /**
   * Looks at all threads, if a given thread may wait for a guard.
   *
   * @param stragglers the threads of interest
   * @return never null, but perhaps empty
   */
  public static Blockages of(List<Thread> stragglers) {
    Blockages blockages = new Blockages();
    try {
      RegionStack.forEach(blockages::add);
      boolean blocked =
          stragglers.stream().anyMatch(thread -> thread.getState() == Thread.State.BLOCKED);
      if (blocked || (!stragglers.isEmpty() && stragglers.size() <= FEW)) {
        blockages.addMonitors();
      }
    } catch (IOException | RuntimeException | LinkageError unknowable) {
      Log.log(System.Logger.Level.DEBUG, "no thread dump can be had", unknowable);
    }
    return blockages;
  }

  /**
   * The guard waited for by a thread, and the holder.
   *
   * @return {@code ", waits for app.Fork@1b2c, held by cal-thread-table-1"}, or nothing
   */
  public String describe(Thread thread) {
    StringBuilder text = new StringBuilder();
    bonds
        .getOrDefault(thread.threadId(), Map.of())
        .forEach(
            (guard, bond) -> {
              if (bond == Bond.WAITS_TO_ENTER) {
                text.append(", waits for ").append(guard).append(holder(guard));
              } else if (bond == Bond.WAITS_FOR_A_SIGNAL) {
                text.append(", waits for a signal on ").append(guard);
              }
            });
    return text.toString();
  }

  /** Told of threads, by their numbers. */
  @FunctionalInterface
  public interface Blocked {
    void visit(long thread, String guard, Set<Long> holders);
  }

  /**
   * Visits the threads that wait to enter a guard held by others: for example by several readers.
   */
  public void forEachBlocked(Blocked visitor) {
    Map<String, Set<Long>> holders = new HashMap<>();
    bonds.forEach(
        (thread, guards) ->
            guards.forEach(
                (guard, bond) -> {
                  if (bond == Bond.HOLDS) {
                    holders.computeIfAbsent(guard, none -> new TreeSet<>()).add(thread);
                  }
                }));
    bonds.forEach(
        (thread, guards) ->
            guards.forEach(
                (guard, bond) -> {
                  if (bond == Bond.WAITS_TO_ENTER && holders.containsKey(guard)) {
                    visitor.visit(thread, guard, holders.get(guard));
                  }
                }));
  }

  /** The name of a thread. */
  public String name(long thread) {
    return names.getOrDefault(thread, "thread #" + thread);
  }

  /** The state of a thread with a guard, as its constant; empty if unknown. */
  public String state(long thread) {
    return seen.containsKey(thread) ? seen.get(thread).state() : "";
  }

  /** The frames of a thread with a guard; none if unknown. */
  public List<String> stack(long thread) {
    return seen.containsKey(thread) ? seen.get(thread).stack() : List.of();
  }

  private String holder(String guard) {
    for (Map.Entry<Long, Map<String, Bond>> thread : bonds.entrySet()) {
      if (thread.getValue().get(guard) == Bond.HOLDS) {
        return ", held by " + names.get(thread.getKey());
      }
    }
    return "";
  }

  private void put(long thread, String name, String guard, Bond bond) {
    names.put(thread, name.isEmpty() ? "thread #" + thread : name);
    // A thread that waits on a guard, or comes back to it, has it among those that it locked as
    // well.
    bonds
        .computeIfAbsent(thread, absent -> new HashMap<>())
        .merge(guard, bond, (old, now) -> old == Bond.HOLDS ? now : old);
  }

  private void add(RegionView view) {
    Thread thread = view.thread();
    view.guards().forEach(guard -> put(thread.threadId(), thread.getName(), guard, Bond.HOLDS));
    if (view.pending() != null) {
      Bond bond = view.awaits() ? Bond.WAITS_FOR_A_SIGNAL : Bond.WAITS_TO_ENTER;
      put(thread.threadId(), thread.getName(), view.pending(), bond);
      within.add(thread.threadId());
    }
  }

  private void addMonitors() throws IOException {
    Path folder = Files.createTempDirectory("cal-threads");
    Path dump = folder.resolve("dump.txt");
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
      try (Stream<String> lines = Files.lines(dump)) {
        read(lines);
      }
    } finally {
      Files.deleteIfExists(dump);
      Files.deleteIfExists(folder);
    }
  }

  private void read(Stream<String> lines) {
    long thread = 0;
    String name = "";
    Seen one = null;
    for (String line : (Iterable<String>) lines::iterator) {
      Matcher header = HEADER.matcher(line);
      Matcher lock = LOCK.matcher(line);
      if (header.matches()) {
        thread = Long.parseLong(header.group(1));
        name = header.group(2);
        one = new Seen(header.group(3), new ArrayList<>());
      } else if (line.startsWith(FRAME)) {
        one.stack().add(line.substring(FRAME.length()));
      } else if (lock.matches()) {
        seen.put(thread, one);
        Bond bond = bond(lock.group(1));
        if (bond == Bond.HOLDS || !within.contains(thread)) {
          put(thread, name, lock.group(2), bond);
        }
      }
    }
  }

  private static Bond bond(String word) {
    return switch (word) {
      case "waiting to lock" -> Bond.WAITS_TO_ENTER;
      case "waiting on" -> Bond.WAITS_FOR_A_SIGNAL;
      default -> Bond.HOLDS;
    };
  }
}
