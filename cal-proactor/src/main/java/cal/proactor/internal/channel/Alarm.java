package cal.proactor.internal.channel;

import cal.proactor.internal.concurrent.Gate;

/**
 * Ends waits of a leader (the paper's interrupt strategy, section 10). Thread-safe: after the
 * close, the alarm does nothing.
 */
public abstract class Alarm {
  private final Gate gate = new Gate();

  /** Makes an open alarm. */
  protected Alarm() {}

  /** Ends the present wait, or the next. */
  protected abstract void signal();

  /** Gives the system back the means; called once, outside any {@link #signal}. */
  protected abstract void release();

  /** Ends the present wait, or the next, if open. */
  public final void ring() {
    if (gate.enter()) {
      signal();
      if (gate.leave()) {
        release();
      }
    }
  }

  /** Closes the alarm. */
  public final void close() {
    if (gate.shut()) {
      release();
    }
  }
}
