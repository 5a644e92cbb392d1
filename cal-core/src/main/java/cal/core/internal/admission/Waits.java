package cal.core.internal.admission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which stage waits for which: a wait-for graph, in which no wait closes a circle (Coffman et al.,
 * 1971: circular wait). Circles are prevented, not detected.
 *
 * <p>A caller in a wait for a stage keeps the places, and the workers, of all stages on its call
 * chain. Edges go from each of those stages to the awaited stage. There are two kinds:
 *
 * <ul>
 *   <li>lasting: any hand-off to a fixed number of workers may have to wait for a worker, so the
 *       order is known from the first hand-off on, for the life of the runtime;
 *   <li>momentary: a caller waits for a place in a full stage, to spawn or to hand off.
 * </ul>
 *
 * A wait is refused that would close a circle, so two full stages never wait for each other.
 * Thread-safe.
 */
public final class Waits<S extends Waits.Stage> {
  /** A stage in this graph, known by identity. */
  public interface Stage {
    /** Its name, for errors. */
    String name();

    /** Whether an activity may have to wait for another's worker. */
    boolean bounded();

    /** Its places. */
    int limit();
  }

  private final Map<S, Set<S>> lasting = new ConcurrentHashMap<>();

  /** Guarded by this: the number of present waits of each edge, kept until the last wait ends. */
  private final Map<S, Map<S, int[]>> momentary = new HashMap<>();

  /** Guarded by this: threads waiting for a place, each with the stage of the place. */
  private final IdentityHashMap<Thread, S> waiting = new IdentityHashMap<>();

  /**
   * Records that {@code from} may wait for {@code to} from now on.
   *
   * @throws IllegalStateException if {@code to} waits for {@code from}, directly or not
   */
  public void order(S from, S to) {
    Set<S> known = lasting.get(from);
    if (known != null && known.contains(to)) {
      return;
    }
    synchronized (this) {
      if (reaches(to, from, new HashSet<>())) {
        throw circle(from, to);
      }
      lasting.computeIfAbsent(from, key -> ConcurrentHashMap.newKeySet()).add(to);
    }
  }

  /** The error of a caller at work for a stage, which must not wait for another stage. */
  private static IllegalStateException circle(Stage from, Stage to) {
    return new IllegalStateException(
        "stages wait for each other: "
            + from.name()
            + " -> "
            + to.name()
            + " and back; they can deadlock, so "
            + remedy(to));
  }

  private static String remedy(Stage to) {
    String key = "cal.stage." + to.name();
    return to.bounded()
        ? "give one of them an unbounded model (" + key + ".model=virtual)"
        : "raise "
            + key
            + ".max-in-flight="
            + to.limit()
            + " or choose another "
            + key
            + ".when-full";
  }

  /**
   * Waits for a place, on behalf of a caller that may not be refused one.
   *
   * @param from the stages that the calling thread works for
   */
  public void forPlace(List<S> from, S to, Runnable taking) {
    S closing = begin(from, to);
    if (closing != null) {
      throw circle(closing, to);
    }
    try {
      taking.run();
    } finally {
      end(from, to);
    }
  }

  /**
   * Begins the calling thread's wait for a place.
   *
   * @param from the stages that it works for
   * @return null if it now waits, until {@link #end}; else the stage that would wait for itself
   */
  public synchronized S begin(List<S> from, S to) {
    for (S stage : from) {
      if (reaches(to, stage, new HashSet<>())) {
        return stage;
      }
    }
    int begun = 0;
    try {
      while (begun < from.size()) {
        momentary.computeIfAbsent(from.get(begun), key -> new HashMap<>())
            .computeIfAbsent(to, key -> new int[1])[0]++;
        begun++;
      }
      waiting.put(Thread.currentThread(), to);
      return null;
    } catch (Throwable none) {
      end(from, begun, to);
      throw none;
    }
  }

  /** Ends the wait. Needs no memory: the caller may have a place, which would be lost. */
  public synchronized void end(List<S> from, S to) {
    waiting.remove(Thread.currentThread());
    end(from, from.size(), to);
  }

  private void end(List<S> from, int begun, S to) {
    for (int i = 0; i < begun; i++) {
      Map<S, int[]> edges = momentary.get(from.get(i));
      if (--edges.get(to)[0] == 0) {
        edges.remove(to);
      }
    }
  }

  /** Threads now waiting for a place, by their identity, each with the stage. */
  public synchronized IdentityHashMap<Thread, S> waiting() {
    return new IdentityHashMap<>(waiting);
  }

  private boolean reaches(S from, S goal, Set<S> seen) {
    if (from == goal) {
      return true;
    }
    List<S> next = new ArrayList<>(lasting.getOrDefault(from, Set.of()));
    next.addAll(momentary.getOrDefault(from, Map.of()).keySet());
    for (S stage : next) {
      if (seen.add(stage) && reaches(stage, goal, seen)) {
        return true;
      }
    }
    return false;
  }
}
