package cal.reactive.internal.step;

import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;

/**
 * The step that was to begin with a read from an input, until there is one. For the worker that
 * runs that step.
 */
public abstract class ExpectedRead extends InputStream {
  private LoopStep step;

  /** Since when the next read waits, while no thread does; null where it has no limit. */
  private LeftWait wait;

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] target, int offset, int length) throws IOException;

  /** Notes the step. */
  public final void expectedBy(LoopStep next) {
    step = next;
    wait = null;
  }

  /** Whether that step has not read yet. */
  public final boolean isExpectedBy(LoopStep other) {
    return step == other;
  }

  /** Notes a read; the wait that it takes over, or null. */
  public final LeftWait beginRead() {
    LoopThread here = LoopThread.current();
    if (here != null) {
      here.firstInput().reads(this);
    }
    LoopStep expected = step;
    if (expected == null || expected.isLeft()) {
      return null; // not the first one of that step, or not by it
    }
    step = null;
    return wait;
  }

  /**
   * Begins the wait of a step that is left.
   *
   * @param deadline of its read; 0 for none
   * @param sent bytes that had been sent by now
   * @param graceMillis after which the step is called in any case; 0 for never
   * @return when it is to be called at the latest, by {@link System#nanoTime}; 0 for never
   */
  public final long waitFrom(long deadline, long sent, long graceMillis) {
    long grace = graceMillis == 0 ? deadline : Timers.deadlineIn(graceMillis);
    long first = deadline == 0 || grace - deadline < 0 ? grace : deadline;
    wait = first == 0 ? null : new LeftWait(System.nanoTime(), sent);
    return first;
  }

  /**
   * Leaves a step, which begins with a read from here, until there is input, or its time has come.
   *
   * @param graceMillis after which it is called in any case; 0 for never
   * @return false if it is to be called now
   */
  protected abstract boolean leave(LoopStep next, long graceMillis);

  /** Where the input comes from. */
  protected abstract SocketAddress peer();
}
