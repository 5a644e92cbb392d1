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
 * Worker processes: each reads an activity from the common channel, runs a step, and writes the
 * activity back, behind the others. Poison ends the workers.
 *
 * <p>Thread-safe. The channel has room for every admitted activity, so nobody waits to write:
 * neither the stage, nor a worker without another reader. An interrupt of a waiting worker breaks
 * nothing: only channels without a buffer lose their state.
 */
final class ProcessPool extends Pool {
  private static final int NO_IMMUNITY = 0;
  private static final int DEADLY = 1;

  private final Processes processes;
  private final ActivityBuffer buffer;
  private final SharedChannelInput<CapturedActivity> in;
  private final SharedChannelOutput<CapturedActivity> out;

  /** With room for all: a started process is always noted. */
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
    /** Nothing after a leftover interrupt of a step, and nothing of a poisoned channel. */
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

  /** Nothing is written after the poison, so the buffer then has all the rest. */
  @Override
  protected List<CapturedActivity> stop() {
    out.poison(DEADLY);
    processes.close();
    workers.forEach(Thread::interrupt);
    return withdraw();
  }
}
