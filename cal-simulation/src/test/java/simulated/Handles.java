package simulated;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Counts in two steps, by a handle of a field, of an array, or by an updater. */
final class Handles implements LineServer.Service {
  private static final VarHandle FIELD;
  private static final VarHandle ARRAY = MethodHandles.arrayElementVarHandle(int[].class);
  private static final AtomicIntegerFieldUpdater<Handles> UPDATER =
      AtomicIntegerFieldUpdater.newUpdater(Handles.class, "updated");

  static {
    try {
      FIELD = MethodHandles.lookup().findVarHandle(Handles.class, "field", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private final int[] array = new int[1];
  private final String by;
  private int field;
  private volatile int updated;

  Handles(String by) {
    this.by = by;
  }

  @Override
  public String answer(String line) {
    switch (by) {
      case "field" -> FIELD.setVolatile(this, (int) FIELD.getVolatile(this) + 1);
      case "array" -> ARRAY.setVolatile(array, 0, (int) ARRAY.getVolatile(array, 0) + 1);
      default -> UPDATER.set(this, UPDATER.get(this) + 1);
    }
    return "added";
  }

  int sum() {
    return field + array[0] + updated;
  }
}
