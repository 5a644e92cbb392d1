package cal.core.internal.stage;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.spi.ConcurrencyModel;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The objects that the stages of a model share, one a model. Thread-safe. */
public final class SharedParts implements AutoCloseable {
  /** Guarded by itself. */
  private final Map<ConcurrencyModel, AutoCloseable> parts = new LinkedHashMap<>();

  AutoCloseable of(ConcurrencyModel model, Supplier<? extends AutoCloseable> maker) {
    synchronized (parts) {
      return parts.computeIfAbsent(model, absent -> maker.get());
    }
  }

  /** Those of a type. */
  public <T> Stream<T> all(Class<T> type) {
    synchronized (parts) {
      return List.copyOf(parts.values()).stream().filter(type::isInstance).map(type::cast);
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
