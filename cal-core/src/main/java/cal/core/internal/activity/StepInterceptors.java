package cal.core.internal.activity;

import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StageStatus;
import cal.core.spi.StepInterceptor;
import cal.core.spi.StepInterceptorProvider;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** The providers of interceptors. Thread-safe. */
public final class StepInterceptors {
  private final List<StepInterceptorProvider> providers;
  private final AtomicBoolean complained = new AtomicBoolean();

  public StepInterceptors(List<StepInterceptorProvider> providers) {
    this.providers = providers;
  }

  /** The providers seen by a class loader; null if none takes part. */
  public static StepInterceptors of(ClassLoader loader) {
    List<StepInterceptorProvider> found =
        ServiceLoader.load(StepInterceptorProvider.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .filter(StepInterceptorProvider::takesPart)
            .toList();
    return found.isEmpty() ? null : new StepInterceptors(found);
  }

  public void opened(Supplier<StageStatus> status) {
    providers.forEach(provider -> provider.opened(status));
  }

  /** Tells of a change of a stage's model. Never throws. */
  public void switched(String stage) {
    for (StepInterceptorProvider provider : providers) {
      try {
        provider.switched(stage);
      } catch (Throwable failure) {
        Log.log(Level.WARNING, "stage=" + stage + ": its other model could not be told", failure);
      }
    }
  }

  /** The interceptors of an activity, without any that fail to come. Never throws. */
  public StepInterceptor of(CapturedActivity activity) {
    StepInterceptor all = null;
    for (int i = 0; i < providers.size(); i++) {
      try {
        StepInterceptor one = providers.get(i).intercept(activity);
        if (one != null) {
          all = all == null ? one : new Both(all, one);
        }
      } catch (Throwable failure) {
        complain(activity, failure);
      }
    }
    return all;
  }

  private void complain(CapturedActivity activity, Throwable failure) {
    if (complained.getAndSet(true)) {
      return;
    }
    try {
      Log.log(Level.WARNING, "no interceptor, of this and maybe others: " + activity, failure);
    } catch (Throwable undescribed) {
      Log.log(Level.WARNING, "no interceptor, of some activities", failure);
    }
  }

  /** Tells an interceptor of a step's end; its exception comes after the step's. */
  static Throwable after(StepInterceptor interceptor, Throwable failure) {
    try {
      interceptor.afterStep();
      return failure;
    } catch (Throwable later) {
      return Thrown.both(failure, later);
    }
  }

  /** The inner interceptor is told last of a step's begin, and first of the end. */
  private record Both(StepInterceptor outer, StepInterceptor inner) implements StepInterceptor {
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
