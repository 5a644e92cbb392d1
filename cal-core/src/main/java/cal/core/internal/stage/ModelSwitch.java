package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.generation.Generation;
import cal.core.internal.generation.StageChoice;
import cal.core.internal.generation.StageSettings;
import cal.core.internal.support.Log;
import cal.core.internal.support.Opening;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Changes the model, or the settings, of a stage while activities run. All that can fail is {@link
 * #prepare prepared} before; {@link #make} then fails for want of memory alone. Thread-safe.
 */
final class ModelSwitch {
  private final ActivityStage stage;
  private final Generations generations;
  private final Migration migration;
  private final RuntimeParts parts;

  /** The choice in force. */
  private final AtomicReference<StageChoice> chosen;

  /** The choice whose model is opened for a stage, for the opening thread alone. */
  private static final ScopedValue<Opened> OPENED = ScopedValue.newInstance();

  private record Opened(AtomicReference<StageChoice> instead, StageChoice choice) {}

  /** Held by one change at a time. */
  private final Object changing = new Object();

  ModelSwitch(
      ActivityStage stage,
      Generations generations,
      Migration migration,
      RuntimeParts parts,
      AtomicReference<StageChoice> chosen) {
    this.stage = stage;
    this.generations = generations;
    this.migration = migration;
    this.parts = parts;
    this.chosen = chosen;
  }

  /** {@link OpenStage#prepare}, for one change at a time. */
  StageChange prepare(StageChoice to) {
    StageChoice from = chosen.get();
    StageSettings read = StageSettings.of(to, stage.name());
    List<Object> ofModel = to.settings(stage.name());
    synchronized (generations) { // a former generation that is found must not be closed any more
      Optional<Generation> there = generations.find(one -> one.is(to.model(), ofModel));
      try (Opening opening = new Opening()) {
        Generation next =
            there.isPresent() ? there.get() : opening.get(() -> open(to), Generation::giveUp);
        StageChange ready =
            new StageChange(this, stage.name(), from, to, read, next, there.isEmpty());
        opening.complete();
        generations.prepare(next);
        return ready;
      }
    }
  }

  /** The choice meant by a model: the choice in force, or the choice opened by the thread. */
  static StageChoice meant(AtomicReference<StageChoice> chosen) {
    boolean opens = OPENED.isBound() && OPENED.get().instead == chosen;
    return opens ? OPENED.get().choice : chosen.get();
  }

  /** Has a model open the stage; meanwhile other threads see the choice in force. */
  private Generation open(StageChoice to) {
    return ScopedValue.where(OPENED, new Opened(chosen, to))
        .call(() -> Generation.open(stage, parts.parts(), to));
  }

  /** A lower limit of activities in flight holds before the other model begins. */
  void make(StageChange change) {
    synchronized (changing) {
      chosen.set(change.to());
      generations.settings(change.settings());
      int room = generations.limitOf(change.generation());
      change(Math.min(room, generations.permits().limit()));
      generations.replaceBy(change.generation()).ifPresent(before -> leave(before, change));
      change(room);
    }
    if (change.generation().inPlace() && stage.shedding() != null) {
      stage.shedding().tellUnused(change.to().model().name());
    }
    if (change.from().model() != change.to().model() && parts.interceptors() != null) {
      parts.interceptors().switched(stage.name());
    }
  }

  private void change(int limit) {
    generations.permits().change(limit, generations.settings().whenFull());
  }

  /** The next generation takes the waiting activities; the former ends with its last activity. */
  private void leave(Generation before, StageChange change) {
    migration.passOnWhatWaits(before, change.generation());
    if (!retire(before)) {
      Log.log(
          Level.WARNING,
          "stage=%s: no thread can be had to close what %s leaves; one is asked for each second"
              .formatted(stage.name(), before.model().name()),
          null);
    }
  }

  /** A change is not made: the generation is closed, or ends as without the change. */
  void giveUp(StageChange change) {
    generations.prepare(null);
    if (change.opened()) {
      change.generation().giveUp();
    } else {
      retire(change.generation());
    }
  }

  /** Asks the present generation how much fits in. */
  void resize() {
    synchronized (changing) {
      change(generations.limit());
    }
  }

  /** Has a thread close a former generation after its last activity; false without a thread. */
  private boolean retire(Generation one) {
    try {
      Thread closer = GenerationEnd.thread(stage, generations, one);
      if (generations.mayRetire(one, closer)) {
        closer.start();
      }
      return true;
    } catch (Throwable none) {
      one.closedBy(null);
      return false;
    }
  }

  /** Has generations closed after an earlier want of threads; for one thread, now and then. */
  void retireFormer() {
    generations.former().forEach(this::retire);
  }
}
