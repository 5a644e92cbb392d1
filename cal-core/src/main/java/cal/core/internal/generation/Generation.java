package cal.core.internal.generation;

import cal.core.internal.support.Opening;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import cal.core.spi.Stage;
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

  /** Ends its share in what the stages of its model share. */
  private final Runnable unshare;

  private final AtomicInteger inside = new AtomicInteger();

  /** Waits for the last one to leave; null while nobody does. */
  private volatile Thread closer;

  private Generation(
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

  /**
   * Has the model of a choice open a stage.
   *
   * @param parts what the stages of a model share
   * @throws RuntimeException or an error, if it cannot be opened: nothing of it is kept then
   */
  public static Generation open(Stage stage, SharedParts parts, StageChoice choice) {
    choice.requireCores(stage);
    ConcurrencyModel model = choice.model();
    List<Object> settings = choice.settings(stage.name());
    int queue = choice.configuration().get(CoreSettings.QUEUE_CAPACITY, stage.name());
    Runnable unshare = () -> parts.leave(model);
    try (Opening opening = new Opening()) {
      opening.get(
          () -> {
            parts.enter(model);
            return unshare;
          },
          Runnable::run);
      ActivityScheduler made = opening.get(() -> model.open(stage), ActivityScheduler::close);
      Generation opened = new Generation(model, made, settings, queue, unshare);
      opening.complete();
      return opened;
    }
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
