package cal.core.internal.stage;

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

  AutoCloseable of(ConcurrencyModel model, Supplier<? extends AutoCloseable> maker) {
    synchronized (parts) {
      return parts.computeIfAbsent(model, absent -> maker.get());
    }
  }

  @Override
  public void close() {
    synchronized (parts) {
      for (AutoCloseable one : parts.values()) {
        try {
          one.close();
        } catch (Exception failure) {
          Log.log(Level.WARNING, "closing " + Describer.describe(one) + " failed", failure);
        }
      }
      parts.clear();
    }
  }
}
