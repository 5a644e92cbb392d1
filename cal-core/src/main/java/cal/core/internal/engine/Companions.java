package cal.core.internal.engine;

import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import cal.core.spi.ActivityCompanion;
import cal.core.spi.CompanionProvider;
import cal.core.spi.StageStatus;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** All providers of companions that take part. Thread-safe. */
public final class Companions {
  private final List<CompanionProvider> providers;
  private final AtomicBoolean complained = new AtomicBoolean();

  public Companions(List<CompanionProvider> providers) {
    this.providers = providers;
  }

  /** Those that a class loader sees; null if none takes part. */
  public static Companions of(ClassLoader loader) {
    List<CompanionProvider> found =
        ServiceLoader.load(CompanionProvider.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .filter(CompanionProvider::takesPart)
            .toList();
    return found.isEmpty() ? null : new Companions(found);
  }

  void opened(Supplier<StageStatus> status) {
    providers.forEach(provider -> provider.opened(status));
  }

  /** Gives an activity its companions; it goes without those that cannot be had. Never throws. */
  void join(StagedActivity activity) {
    ActivityCompanion all = null;
    for (int i = 0; i < providers.size(); i++) {
      try {
        ActivityCompanion one = providers.get(i).accompany(activity);
        if (one != null) {
          all = all == null ? one : new Both(all, one);
        }
      } catch (Throwable failure) {
        complain(activity, failure);
      }
    }
    activity.accompaniedBy(all);
  }

  private void complain(StagedActivity activity, Throwable failure) {
    if (complained.getAndSet(true)) {
      return;
    }
    try {
      Log.log(Level.WARNING, "no companion, of this and maybe others: " + activity, failure);
    } catch (Throwable undescribed) {
      Log.log(Level.WARNING, "no companion, of some activities", failure);
    }
  }

  /** Tells a companion of a step's end; what it throws comes after what the step has thrown. */
  static Throwable after(ActivityCompanion companion, Throwable failure) {
    try {
      companion.afterStep();
      return failure;
    } catch (Throwable later) {
      return Ending.both(failure, later);
    }
  }

  /** The inner one is told last of a step's begin, and first of its end. */
  private record Both(ActivityCompanion outer, ActivityCompanion inner)
      implements ActivityCompanion {
    @Override
    public void beforeStep() {
      outer.beforeStep();
      try {
        inner.beforeStep();
      } catch (Throwable failure) {
        after(outer, failure);
        throw failure;
      }
    }

    @Override
    public void afterStep() {
      Throwable failure = after(outer, after(inner, null));
      if (failure != null) {
        throw Thrown.<RuntimeException>asIs(failure);
      }
    }
  }
}
