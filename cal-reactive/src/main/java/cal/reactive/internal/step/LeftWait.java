package cal.reactive.internal.step;

/**
 * A wait for input since a step was left.
 *
 * @param since by {@link System#nanoTime}
 * @param sent bytes sent by then
 */
public record LeftWait(long since, long sent) {
  /** An earlier deadline, by the passed time; 0 stays 0. */
  public long shorten(long deadline) {
    return deadline == 0 ? 0 : deadline - (System.nanoTime() - since) | 1;
  }
}
