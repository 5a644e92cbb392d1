package cal.proactor.internal.channel;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.spi.AbstractInterruptibleChannel;

/**
 * A wait in a call of the system that an interrupt of its thread ends, as a selector's. For one
 * thread at a time.
 */
public final class InterruptibleWait {
  /** A call of the system that waits. */
  @FunctionalInterface
  public interface Call {
    /** Waits so long at most. */
    void await(long nanos) throws IOException;
  }

  private final Call call;
  private final Alarm alarm;
  private Within within = new Within();

  /** Makes waits in a call, each of which an alarm ends. */
  public InterruptibleWait(Call call, Alarm alarm) {
    this.call = call;
    this.alarm = alarm;
  }

  private final class Within extends AbstractInterruptibleChannel {
    void enter(long nanos) throws IOException {
      begin();
      try {
        call.await(nanos);
      } finally {
        try {
          end(true);
        } catch (ClosedByInterruptException interrupted) {
          within = new Within(); // its thread is interrupted still, as its caller finds out
        }
      }
    }

    /** Called where a thread is interrupted that waits, or is about to. */
    @Override
    protected void implCloseChannel() {
      alarm.ring();
    }
  }

  /** Makes the call, which for zero nanoseconds only looks. */
  public void enter(long nanos) throws IOException {
    if (nanos == 0) {
      call.await(0);
    } else {
      within.enter(nanos);
    }
  }
}
