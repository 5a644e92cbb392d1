package cal.core.internal.support;

/** What was thrown elsewhere, on its way to who must get it. Thread-safe: it has no state. */
public final class Thrown {
  private Thrown() {}

  /** Throws a checked exception through code that cannot declare it: its caller does. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <T extends Throwable> T asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
