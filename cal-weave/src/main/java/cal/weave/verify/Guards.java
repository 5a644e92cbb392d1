package cal.weave.verify;

/** Guards in words. Stateless. */
final class Guards {
  private Guards() {}

  /** {@code the guard app.Store}; of a pair, of one or of another. */
  static String text(String guard) {
    return guard.endsWith("#1")
        ? "the guard of one " + family(guard)
        : guard.endsWith("#2")
            ? "the guard of another " + family(guard)
            : guard.startsWith("the guard ") ? guard : "the guard " + guard;
  }

  /** Without the number in a pair. */
  static String family(String guard) {
    return guard.replaceFirst("#.$", "");
  }
}
