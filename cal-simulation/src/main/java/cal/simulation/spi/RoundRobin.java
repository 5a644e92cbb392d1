package cal.simulation.spi;

/** Threads in turn, without preemption: the quiet case. Not thread-safe. */
public final class RoundRobin implements Strategy {
  /** Needs no chance. */
  public RoundRobin(Chance none) {}

  @Override
  public int next(int[] ready, int count) {
    return 0;
  }

  @Override
  public long at(int running, Point point) {
    return GO_ON;
  }
}
