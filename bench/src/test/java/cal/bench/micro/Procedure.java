package cal.bench.micro;

/** A server's procedure that does next to nothing. */
public final class Procedure {
  private int count;

  /** Makes one. */
  public Procedure() {}

  /**
   * One step.
   *
   * @return false: there is no more to do
   */
  public boolean step() {
    count++;
    return false;
  }

  /**
   * The answer that a caller waits for.
   *
   * @return how many steps there were
   */
  public int answer() {
    return count;
  }
}
