package cal.core.internal.admission;

import cal.core.spi.CapturedActivity;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The drained working contexts, held weakly. Thread-safe. */
public final class DrainedContexts {
  private final List<WeakReference<Object>> drained = new CopyOnWriteArrayList<>();

  /** Takes a context in, for good. */
  public void add(Object context) {
    drained.removeIf(gone -> gone.refersTo(null));
    drained.add(new WeakReference<>(context));
  }

  /** Whether the context of an activity is drained. */
  public boolean drains(CapturedActivity activity) {
    if (drained.isEmpty()) {
      return false;
    }
    Object context = activity.context();
    return context != null && drained.stream().anyMatch(one -> one.refersTo(context));
  }
}
