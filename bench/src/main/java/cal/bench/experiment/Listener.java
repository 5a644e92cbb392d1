package cal.bench.experiment;

/** Is told what goes on. */
public interface Listener {
  /** What goes on now; until the next call. */
  void now(String what);

  /** What is worth keeping. */
  void milestone(String what);

  /** What a server has shown in a slot. */
  default void sample(Sample sample) {}
}
