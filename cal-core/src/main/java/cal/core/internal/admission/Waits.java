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
 * Which stage waits for which: one graph, in which no wait closes a circle.
 *
 * <p>A caller that waits for a stage keeps the places, and the workers, of all stages that it works
 * for. Its edges go from each of those to the stage that it waits for. There are two kinds:
 *
 * <ul>
 *   <li>lasting: a hand-off to a fixed number of workers may always have to wait for one, so its
 *       order is known from the first one on, for the life of the runtime;
 *   <li>momentary: a caller that waits for a place in a full stage, to spawn or to hand off, waits
 *       until it has that place.
 * </ul>
 *
 * Activities that all wait for each other's places or workers are stages in a circle. A wait that
 * would close one is refused, so none ever stands; and two full stages that wait for each other in
 * this moment are all that a server meets this for. Thread-safe.
 */
public final class Waits<S extends Waits.Stage> {
  /** A stage as this graph sees it: it is known by its identity. */
  public interface Stage {
    /** Its name, for errors. */
    String name();

    /** Whether an activity may have to wait for another's worker. */
    boolean bounded();

    /** Its places. */
    int limit();
  }

  private final Map<S, Set<S>> lasting = new ConcurrentHashMap<>();

  /** Guarded by this: how many wait so now, in a place that is there until the last one ends. */
  private final Map<S, Map<S, int[]>> momentary = new HashMap<>();

  /** Guarded by this: threads that wait for a place, each with the stage it waits for. */
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

  /** The error of a caller that works for one stage and must not wait for another. */
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

  /** Ends it. Needs no memory: its caller may have a place, which would be lost. */
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

  /** Threads that wait for a place now, by their identity, each with the stage. */
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
