package cal.reactive.internal.loop;

/** The workers of a loop without a step. For the serving thread of the loop, between turns. */
public interface StepWorkers {
  /** The turn of a worker with a new step; null for a turn in the queue already. */
  Runnable turnFor(StepTurn step);

  /** Whether a turn to be added now is the answer of {@link #turnFor}. */
  boolean catches(Runnable turn);

  /** When to call {@link #expire}, in milliseconds; {@link Long#MAX_VALUE} for never. */
  long millisToExpiry();

  /** Ends unneeded workers. */
  void expire();

  /** Ends all. */
  void close();
}
