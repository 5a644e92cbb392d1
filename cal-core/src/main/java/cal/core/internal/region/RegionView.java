package cal.core.internal.region;

import cal.core.internal.support.Describer;
import cal.core.spi.SynchronizationPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * The regions around a thread, and the awaited guard, as seen by another thread: exact if the
 * thread stands still. Each is looked at when asked for.
 */
public final class RegionView {
  private final Thread thread;
  private final Object pending;
  private final SynchronizationPolicy awaited;
  private final RegionEntry top;

  /**
   * Looks at a thread.
   *
   * @param pending the awaited guard; null for none
   * @param awaited the policy of a wait for a signal; null for an entry
   * @param top the innermost region
   */
  RegionView(Thread thread, Object pending, SynchronizationPolicy awaited, RegionEntry top) {
    this.thread = thread;
    this.pending = pending;
    this.awaited = awaited;
    this.top = top;
  }

  public Thread thread() {
    return thread;
  }

  /** The guards of the regions around the thread, without monitors. */
  public List<String> guards() {
    List<String> guards = new ArrayList<>();
    for (RegionEntry entry = top; entry.outer != null; entry = entry.outer) {
      Object guard = entry.guard;
      if (entry.policy != null && guard != null) {
        guards.add(Describer.identity(guard));
      }
    }
    return guards;
  }

  /** The awaited guard; null for none. */
  public String pending() {
    return pending == null ? null : Describer.identity(pending);
  }

  /** Whether the thread waits for a signal: a look at all that wait for the guard, perhaps. */
  public boolean awaits() {
    return pending != null && awaited != null && awaited.awaitsSignal(pending, thread);
  }
}
