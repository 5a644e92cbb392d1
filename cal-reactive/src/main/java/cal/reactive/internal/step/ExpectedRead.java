package cal.reactive.internal.step;

import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;

/** The step due to begin with a read from an input, until the read. For the worker of the step. */
public abstract class ExpectedRead extends InputStream {
  private LoopStep step;

  /** The begin of the next read's wait without a thread; null without a limit. */
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

  /** Whether the step has not read yet. */
  public final boolean isExpectedBy(LoopStep other) {
    return step == other;
  }

  /** Notes a read; returns the wait taken over, or null. */
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
   * Begins the wait of a left step.
   *
   * @param deadline of the read; 0 for none
   * @param sent bytes sent by now
   * @param graceMillis time until the step is called in any case; 0 for never
   * @return the latest time of the call, by {@link System#nanoTime}; 0 for never
   */
  public final long waitFrom(long deadline, long sent, long graceMillis) {
    long grace = graceMillis == 0 ? deadline : Timers.deadlineIn(graceMillis);
    long first = deadline == 0 || grace - deadline < 0 ? grace : deadline;
    wait = first == 0 ? null : new LeftWait(System.nanoTime(), sent);
    return first;
  }

  /**
   * Leaves a step, which begins with a read from here, until there is input, or the time has come.
   *
   * @param graceMillis time until the step is called in any case; 0 for never
   * @return false if the step is to be called now
   */
  protected abstract boolean leave(LoopStep next, long graceMillis);

  /** Where the input comes from. */
  protected abstract SocketAddress peer();
}
