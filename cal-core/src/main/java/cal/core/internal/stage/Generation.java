package cal.core.internal.stage;

import cal.core.internal.support.Opening;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.CoreSettings;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The part of a stage that runs its activities from one switch to the next: a model, its settings,
 * and what it has opened. It counts the activities that it was given, so that it can be closed once
 * it has none. Thread-safe.
 */
final class Generation {
  private final ConcurrencyModel model;
  private final ActivityScheduler scheduler;
  private final List<Object> settings;
  private final int workersAtMost;

  /** Closes what the stages of its model share, if that was made for this one. */
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
   * @throws RuntimeException or an error, if it cannot be opened: nothing of it is kept then
   */
  static Generation open(OpenStage stage, StageChoice choice) {
    choice.requireCores(stage);
    ConcurrencyModel model = choice.model();
    List<Object> settings = choice.settings(stage.name());
    int queue = choice.configuration().get(CoreSettings.QUEUE_CAPACITY, stage.name());
    SharedParts parts = stage.parts();
    Runnable unshare = parts.has(model) ? () -> {} : () -> parts.giveBack(model);
    try (Opening opening = new Opening()) {
      opening.get(() -> unshare, Runnable::run);
      ActivityScheduler made = opening.get(() -> model.open(stage), ActivityScheduler::close);
      Generation opened = new Generation(model, made, settings, queue, unshare);
      opening.complete();
      return opened;
    }
  }

  /** Gives back what it has opened: no activity was ever given to it. */
  void giveUp() {
    try {
      scheduler.close();
    } finally {
      unshare.run();
    }
  }

  /** How many activities it runs at a time at most: the others wait in its queue. */
  int workersAtMost() {
    return workersAtMost;
  }

  boolean is(ConcurrencyModel other, List<Object> withSettings) {
    return model == other && settings.equals(withSettings);
  }

  ConcurrencyModel model() {
    return model;
  }

  ActivityScheduler scheduler() {
    return scheduler;
  }

  /** Whether captured calls simply proceed in their caller. */
  boolean inPlace() {
    return scheduler == SequentialModel.IN_PLACE;
  }

  void enter() {
    inside.incrementAndGet();
  }

  void leave() {
    inside.decrementAndGet();
    wakeCloser();
  }

  void wakeCloser() {
    Thread waits = closer;
    if (waits != null) {
      LockSupport.unpark(waits);
    }
  }

  /** Says who waits for the last one to leave; null for nobody. */
  void closedBy(Thread waits) {
    closer = waits;
  }

  boolean hasCloser() {
    return closer != null;
  }

  /** Whether none is left: for good, where nobody enters any more. */
  boolean isEmpty() {
    return inside.get() == 0;
  }
}
