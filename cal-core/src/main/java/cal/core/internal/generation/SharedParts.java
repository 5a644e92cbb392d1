package cal.core.internal.generation;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.spi.ConcurrencyModel;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The objects that the stages of a model share, one a model. A part is closed with the runtime, or
 * where no stage of its model could be opened. Thread-safe.
 */
public final class SharedParts implements AutoCloseable {
  /** A part, and the number of generations opened with the part, or being opened. */
  private static final class Part {
    private AutoCloseable made;
    private int generations;
  }

  /** Guarded by itself. */
  private final Map<ConcurrencyModel, Part> parts = new LinkedHashMap<>();

  /** The part of a model, made for the first stage. */
  public AutoCloseable of(ConcurrencyModel model, Supplier<? extends AutoCloseable> maker) {
    synchronized (parts) {
      Part part = part(model);
      if (part.made == null) {
        part.made = maker.get();
      }
      return part.made;
    }
  }

  private Part part(ConcurrencyModel model) {
    return parts.computeIfAbsent(model, absent -> new Part());
  }

  /** Before a generation of a model is opened. */
  void enter(ConcurrencyModel model) {
    synchronized (parts) {
      part(model).generations++;
    }
  }

  /** After a generation could not be opened, or was given up: closes the part of no other. */
  void leave(ConcurrencyModel model) {
    synchronized (parts) {
      Part part = parts.get(model);
      if (part != null && --part.generations == 0) {
        parts.remove(model);
        close(part);
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

  private static void close(Part part) {
    try {
      if (part.made != null) {
        part.made.close();
      }
    } catch (Exception failure) {
      Log.log(Level.WARNING, "closing " + Describer.describe(part.made) + " failed", failure);
    }
  }
}
