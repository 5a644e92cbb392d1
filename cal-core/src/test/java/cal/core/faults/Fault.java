package cal.core.faults;

import java.io.IOException;
import java.util.List;

/** The kinds of what may be thrown at a seam. */
public enum Fault {
  /** As most code throws. */
  RUNTIME_EXCEPTION,
  /** Checked, from where none is declared. */
  CHECKED_EXCEPTION,
  /** Of a failed assertion. */
  ERROR,
  /** Of a library that is absent, or another. */
  LINKAGE_ERROR,
  /** Of the heap, or of the system's threads. */
  OUT_OF_MEMORY,
  /** Of a stack that ends. */
  STACK_OVERFLOW,
  /** Checked, and one that code likes to take for a wish. */
  INTERRUPTED,
  /** Neither an exception nor an error. */
  OTHER;

  private static final String TEXT = "a fault of the test";

  /**
   * One of the kinds, another in each turn.
   *
   * @param turn of a test
   * @return all kinds with {@code -Dfaults.all=true}
   */
  public static List<Fault> some(int turn) {
    List<Fault> all = List.of(values());
    int next = Math.floorMod(turn, all.size());
    return Boolean.getBoolean("faults.all") ? all : all.subList(next, next + 1);
  }

  Throwable make() {
    return switch (this) {
      case RUNTIME_EXCEPTION -> new IllegalStateException(TEXT);
      case CHECKED_EXCEPTION -> new IOException(TEXT);
      case ERROR -> new AssertionError(TEXT);
      case LINKAGE_ERROR -> new NoClassDefFoundError(TEXT);
      case OUT_OF_MEMORY -> new OutOfMemoryError(TEXT);
      case STACK_OVERFLOW -> new StackOverflowError(TEXT);
      case INTERRUPTED -> new InterruptedException(TEXT);
      case OTHER -> new Throwable(TEXT);
    };
  }
}
