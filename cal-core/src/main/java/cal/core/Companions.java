package cal.core;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** All providers of companions that take part. Thread-safe. */
final class Companions {
  private final List<CompanionProvider> providers;
  private final AtomicBoolean complained = new AtomicBoolean();

  Companions(List<CompanionProvider> providers) {
    this.providers = providers;
  }

  /** Those that a class loader sees; null if none takes part. */
  static Companions of(ClassLoader loader) {
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

  /** Gives an activity its companions. Never throws: the captured call would. */
  void join(CapturedActivity activity) {
    try {
      ActivityCompanion all = null;
      for (CompanionProvider provider : providers) {
        ActivityCompanion one = provider.accompany(activity);
        if (one != null) {
          all = all == null ? one : new Both(all, one);
        }
      }
      activity.accompaniedBy(all);
    } catch (RuntimeException failure) {
      if (!complained.getAndSet(true)) {
        Log.log(Level.WARNING, "no companion, of this and maybe others: " + activity, failure);
      }
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
        outer.afterStep();
        throw failure;
      }
    }

    @Override
    public void afterStep() {
      try {
        inner.afterStep();
      } finally {
        outer.afterStep();
      }
    }
  }
}
