package cal.core.internal.generation;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The part of a stage that runs its activities from one switch to the next: a model, its settings,
 * and what it has opened. It counts the activities that it was given, so that it can be closed once
 * it has none. Thread-safe.
 */
public final class Generation {
  private final ConcurrencyModel model;
  private final ActivityScheduler scheduler;
  private final List<Object> settings;
  private final int workersAtMost;

  /** Closes what the stages of its model share, if that was made for this one. */
  private final Runnable unshare;

  private final AtomicInteger inside = new AtomicInteger();

  /** Waits for the last one to leave; null while nobody does. */
  private volatile Thread closer;

  /**
   * A model that has opened a stage.
   *
   * @param settings the values that it has read
   * @param unshare closes what the stages of its model share, if that was made for this one
   */
  public Generation(
      ConcurrencyModel model,
      ActivityScheduler scheduler,
      List<Object> settings,
      int queueCapacity,
      Runnable unshare) {
    this.model = model;
    this.scheduler = scheduler;
    this.settings = settings;
    this.unshare = unshare;
    this.workersAtMost =
        scheduler.bounded() ? scheduler.capacity() - queueCapacity : Integer.MAX_VALUE;
  }

  /** Gives back what it has opened: no activity was ever given to it. */
  public void giveUp() {
    try {
      scheduler.close();
    } finally {
      unshare.run();
    }
  }

  /** How many activities it runs at a time at most: the others wait in its queue. */
  public int workersAtMost() {
    return workersAtMost;
  }

  public boolean is(ConcurrencyModel other, List<Object> withSettings) {
    return model == other && settings.equals(withSettings);
  }

  public ConcurrencyModel model() {
    return model;
  }

  public ActivityScheduler scheduler() {
    return scheduler;
  }

  /** Whether captured calls simply proceed in their caller. */
  public boolean inPlace() {
    return scheduler == SequentialModel.IN_PLACE;
  }

  public void enter() {
    inside.incrementAndGet();
  }

  public void leave() {
    inside.decrementAndGet();
    wakeCloser();
  }

  public void wakeCloser() {
    Thread waits = closer;
    if (waits != null) {
      LockSupport.unpark(waits);
    }
  }

  /** Says who waits for the last one to leave; null for nobody. */
  public void closedBy(Thread waits) {
    closer = waits;
  }

  public boolean hasCloser() {
    return closer != null;
  }

  /** Whether none is left: for good, where nobody enters any more. */
  public boolean isEmpty() {
    return inside.get() == 0;
  }
}
