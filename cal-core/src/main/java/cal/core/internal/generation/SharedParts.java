package cal.core.internal.generation;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.spi.ConcurrencyModel;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The objects that the stages of a model share, one a model. A part is closed with the runtime, or
 * where no stage of its model could be opened. Thread-safe: a part is opened and closed without the
 * lock of the others, by a single thread at a time for a model.
 */
public final class SharedParts implements AutoCloseable {
  /** A part, and the number of generations opened with the part, or being opened. */
  private static final class Part {
    private AutoCloseable made;
    private int generations;

    /** Closed before its end of opening. */
    private boolean over;
  }

  /** Guarded by itself, as the fields of the parts are. */
  private final Map<ConcurrencyModel, Part> parts = new LinkedHashMap<>();

  /**
   * The part of a model, made for the first stage.
   *
   * @throws IllegalStateException if the runtime was closed meanwhile
   */
  public AutoCloseable of(ConcurrencyModel model, Supplier<? extends AutoCloseable> maker) {
    Part part;
    synchronized (parts) {
      part = part(model);
    }
    synchronized (part) {
      AutoCloseable made = made(part);
      return made == null ? make(part, maker, model.name()) : made;
    }
  }

  private AutoCloseable made(Part part) {
    synchronized (parts) {
      return part.made;
    }
  }

  private AutoCloseable make(Part part, Supplier<? extends AutoCloseable> maker, String model) {
    AutoCloseable made = maker.get();
    synchronized (parts) {
      part.made = made;
      if (!part.over) {
        return made;
      }
    }
    close(made);
    throw new IllegalStateException("model=%s was closed as it was opened".formatted(model));
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
    AutoCloseable unneeded = null;
    synchronized (parts) {
      Part part = parts.get(model);
      if (part != null && --part.generations == 0) {
        parts.remove(model);
        unneeded = part.made;
      }
    }
    close(unneeded);
  }

  @Override
  public void close() {
    List<AutoCloseable> opened = new ArrayList<>();
    synchronized (parts) {
      for (Part part : parts.values()) {
        part.over = true;
        opened.add(part.made);
      }
      parts.clear();
    }
    opened.forEach(SharedParts::close);
  }

  private static void close(AutoCloseable part) {
    try {
      if (part != null) {
        part.close();
      }
    } catch (Exception failure) {
      Log.log(Level.WARNING, "closing " + Describer.describe(part) + " failed", failure);
    }
  }
}
