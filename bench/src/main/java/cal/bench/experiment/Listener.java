package cal.bench.experiment;

/** Is told what goes on. */
public interface Listener {
  /**
   * What goes on now; until the next call.
   *
   * @param what a few words
   */
  void now(String what);

  /**
   * What is worth keeping.
   *
   * @param what a sentence
   */
  void milestone(String what);
}
