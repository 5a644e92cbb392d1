package cal.core.internal.support;

/**
 * Exceptions thrown elsewhere, on their way to the code that must get them. Thread-safe: it has no
 * state.
 */
public final class Thrown {
  private Thrown() {}

  /** Throws a checked exception through code that cannot declare it: its caller does. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <T extends Throwable> T asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** A failure with a later one as suppressed; the only one if there is one. Never throws. */
  public static Throwable both(Throwable first, Throwable later) {
    if (first == null) {
      return later;
    }
    try {
      if (first != later) {
        first.addSuppressed(later);
      }
    } catch (Throwable noMemory) {
      // The first one is the one that matters.
    }
    return first;
  }
}
