package cal.simulation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** State that no seed has for itself, as state of native code would be. */
public final class Shared {
  /** Counts runs of a process. */
  public static final AtomicInteger RUNS = new AtomicInteger();

  /** The values of a first run, by a name. */
  public static final Map<String, Object> FIRST = new ConcurrentHashMap<>();

  private Shared() {}
}
