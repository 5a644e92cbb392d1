package cal.core.internal.generation;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.spi.ConcurrencyModel;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The objects that the stages of a model share, one a model. Thread-safe. */
public final class SharedParts implements AutoCloseable {
  /** Guarded by itself. */
  private final Map<ConcurrencyModel, AutoCloseable> parts = new LinkedHashMap<>();

  public AutoCloseable of(ConcurrencyModel model, Supplier<? extends AutoCloseable> maker) {
    synchronized (parts) {
      return parts.computeIfAbsent(model, absent -> maker.get());
    }
  }

  /** Whether the stages of a model share one. */
  public boolean has(ConcurrencyModel model) {
    synchronized (parts) {
      return parts.containsKey(model);
    }
  }

  /** Closes that of a model, which no stage uses. */
  public void giveBack(ConcurrencyModel model) {
    synchronized (parts) {
      AutoCloseable unused = parts.remove(model);
      if (unused != null) {
        close(unused);
      }
    }
  }

  @Override
  public void close() {
    synchronized (parts) {
      parts.values().forEach(SharedParts::close);
      parts.clear();
    }
  }

  private static void close(AutoCloseable one) {
    try {
      one.close();
    } catch (Exception failure) {
      Log.log(Level.WARNING, "closing " + Describer.describe(one) + " failed", failure);
    }
  }
}
