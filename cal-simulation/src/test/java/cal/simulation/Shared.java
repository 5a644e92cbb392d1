package cal.simulation;

import java.util.concurrent.atomic.AtomicInteger;

/** State that no seed has for itself, as state of native code would be. */
public final class Shared {
  /** Counts runs of a process. */
  public static final AtomicInteger RUNS = new AtomicInteger();

  private Shared() {}
}
