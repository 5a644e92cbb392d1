package cal.jcsp;

import cal.core.spi.CapturedActivity;
import cal.core.spi.Pool;
import cal.core.spi.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jcsp.lang.Any2AnyChannel;
import org.jcsp.lang.Channel;
import org.jcsp.lang.PoisonException;
import org.jcsp.lang.ProcessInterruptedException;
import org.jcsp.lang.SharedChannelInput;
import org.jcsp.lang.SharedChannelOutput;

/**
 * Worker processes that read activities from one channel, run a step, and write them to it again,
 * behind the others. Poison ends the workers.
 *
 * <p>Thread-safe. The channel has room for every admitted activity, so nobody waits to write: not
 * the stage, not a worker that has no other to read what it writes. An interrupt of a waiting
 * worker breaks nothing: only channels without a buffer lose their state by it.
 */
final class ProcessPool extends Pool {
  private static final int NO_IMMUNITY = 0;
  private static final int DEADLY = 1;

  private final Processes processes;
  private final ActivityBuffer buffer;
  private final SharedChannelInput<CapturedActivity> in;
  private final SharedChannelOutput<CapturedActivity> out;

  /** With room for all: a process that is started is noted without fail. */
  private final List<Thread> workers = new ArrayList<>(size());

  ProcessPool(Stage stage, Settings settings, Processes processes) {
    super(stage, settings);
    this.processes = processes;
    this.buffer = new ActivityBuffer(capacity());
    Any2AnyChannel<CapturedActivity> channel = Channel.any2any(buffer, NO_IMMUNITY);
    this.in = channel.in();
    this.out = channel.out();
  }

  private final class PoolProcess extends Taker implements Processes.Body {
    /** Nothing after an interrupt that a step has left over, and nothing of a poisoned channel. */
    @Override
    protected CapturedActivity take() {
      try {
        return in.read();
      } catch (ProcessInterruptedException | PoisonException nothing) {
        return null;
      }
    }
  }

  @Override
  protected void startThread() {
    workers.add(processes.start(new PoolProcess()));
  }

  @Override
  protected boolean anyWaits() {
    return buffer.getState() != ActivityBuffer.EMPTY;
  }

  @Override
  protected boolean put(CapturedActivity activity) {
    try {
      out.write(activity);
      return true;
    } catch (PoisonException closed) {
      return false;
    }
  }

  @Override
  public Collection<CapturedActivity> waiting() {
    return buffer.waiting();
  }

  @Override
  public List<CapturedActivity> withdraw() {
    return buffer.takeAll();
  }

  /** Nothing is written once the poison is in, so what is in the buffer then is all there is. */
  @Override
  protected List<CapturedActivity> stop() {
    out.poison(DEADLY);
    processes.close();
    workers.forEach(Thread::interrupt);
    return withdraw();
  }
}
