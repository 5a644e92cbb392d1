package cal.core;

/** What was thrown elsewhere, on its way to who must get it. Thread-safe: it has no state. */
final class Thrown {
  private Thrown() {}

  /** Throws a checked exception through code that cannot declare it: its caller does. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <T extends Throwable> T asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
