package cal.reactive.internal.loop;

/** The workers of a loop that have no step. For the thread that serves the loop, between turns. */
public interface StepWorkers {
  /** The turn of a worker that has got a step; null where that is in the queue already. */
  Runnable turnFor(StepTurn step);

  /** Whether a turn that is to be added now is the one that {@link #turnFor} answers. */
  boolean catches(Runnable turn);

  /** When to call {@link #expire}, in milliseconds; {@link Long#MAX_VALUE} for never. */
  long millisToExpiry();

  /** Ends those that were not needed. */
  void expire();

  /** Ends all. */
  void close();
}
