package cal.bench.experiment;

/** Told of the progress. */
public interface Listener {
  /** Tells the present work, until the next call. */
  void now(String what);

  /** Tells a line worth keeping. */
  void milestone(String what);

  /** Tells the figures of a server in a slot. */
  default void sample(Sample sample) {}
}
