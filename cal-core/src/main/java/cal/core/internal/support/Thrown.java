package cal.core.internal.support;

/** Exceptions thrown elsewhere, on the way to their handlers. Stateless. */
public final class Thrown {
  private Thrown() {}

  /** Throws a checked exception through code without the declaration: the caller declares. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <T extends Throwable> T asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** A failure with a later failure as suppressed, or a single failure. Never throws. */
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
