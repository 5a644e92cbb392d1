package cal.jcsp;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.CoreSettings;
import cal.core.spi.Stage;
import cal.core.spi.Turn;
import cal.core.spi.Worker;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
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
 * <p>Thread-safe. A worker is made with each of the first activities, then never more. The channel
 * has room for every admitted activity, so nobody waits to write: not the stage, not a worker that
 * has no other to read what it writes. An interrupt of a waiting worker breaks nothing: only
 * channels without a buffer lose their state by it.
 */
final class ProcessPool implements ActivityScheduler {
  private static final System.Logger LOG = System.getLogger("cal");
  private static final int NO_IMMUNITY = 0;
  private static final int DEADLY = 1;

  private final Stage stage;
  private final int size;
  private final Processes processes;
  private final int capacity;
  private final ActivityBuffer buffer;
  private final SharedChannelInput<CapturedActivity> in;
  private final SharedChannelOutput<CapturedActivity> out;
  private final List<Thread> workers;
  private volatile boolean complete;

  ProcessPool(Stage stage, int size, Processes processes) {
    this(
        stage,
        size,
        processes,
        new ActivityBuffer(size + stage.setting(CoreSettings.QUEUE_CAPACITY)));
  }

  ProcessPool(Stage stage, int size, Processes processes, ActivityBuffer buffer) {
    this.stage = stage;
    this.size = size;
    this.processes = processes;
    this.capacity = buffer.capacity();
    this.buffer = buffer;
    this.workers = new ArrayList<>(size); // a process that is started is noted without fail
    Any2AnyChannel<CapturedActivity> channel = Channel.any2any(buffer, NO_IMMUNITY);
    this.in = channel.in();
    this.out = channel.out();
  }

  @Override
  public void start(CapturedActivity activity) {
    if (!complete) {
      addWorker();
    }
    try {
      out.write(activity);
    } catch (PoisonException closed) {
      throw new RejectedExecutionException(
          "the pool of stage=" + stage.name() + " is closed", closed);
    }
  }

  private synchronized void addWorker() {
    if (complete) {
      return;
    }
    try {
      workers.add(processes.start(new PoolProcess()));
    } catch (OutOfMemoryError e) {
      refuseToGrow(e);
      return;
    }
    complete = workers.size() == size;
  }

  /** A pool that has workers goes on with those it has. */
  private void refuseToGrow(OutOfMemoryError e) {
    if (workers.isEmpty()) {
      throw e;
    }
    complete = true;
    LOG.log(
        Level.WARNING,
        "stage={0} stays at {1} processes of {2}: no more can be had; lower cal.jcsp-pool.size",
        stage.name(),
        workers.size(),
        size);
  }

  /** A process that reads, runs and writes until its channel is poisoned. */
  private final class PoolProcess implements Processes.Body {
    /** Made by its thread. */
    private Turn turn;

    @Override
    public void run() {
      try (Worker carrier = stage.attach()) {
        boolean open = true;
        while (open) {
          open = workOnce(carrier);
        }
      }
    }

    /** A worker that dies would not be replaced: whatever happens but poison, it goes on. */
    private boolean workOnce(Worker carrier) {
      try {
        CapturedActivity activity = in.read();
        boolean more = activity != null && carrier.run(activity);
        while (more) {
          more = !writtenAgain(carrier, activity) && carrier.run(activity);
        }
        giveTurn();
        return true;
      } catch (PoisonException stop) {
        return false;
      } catch (ProcessInterruptedException leftOver) {
        // Left over by a step, or of close(), which has poisoned the channel: the next read tells.
        return true;
      } catch (Throwable broken) {
        say(" goes on after", broken);
        return true;
      }
    }

    private void giveTurn() {
      if (turn == null) {
        turn = new Turn();
      }
      turn.give();
    }

    /**
     * Puts an activity behind the others; in a pool just closed, another run ends it. One that
     * cannot be written stays with this process, which alone knows it: lost, it would hold its
     * permit for ever.
     */
    private boolean writtenAgain(Worker carrier, CapturedActivity activity) {
      try {
        out.write(activity);
        return true;
      } catch (PoisonException closed) {
        carrier.run(activity);
        throw closed;
      } catch (Throwable unwritten) {
        say(" keeps its activity, which waits for no other", unwritten);
        return false;
      }
    }

    private void say(String what, Throwable thrown) {
      try {
        LOG.log(Level.ERROR, "a process of stage=" + stage.name() + what, thrown);
      } catch (Throwable unsaid) {
        // The process matters more than the line.
      }
    }
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public boolean bounded() {
    return true;
  }

  @Override
  public Collection<CapturedActivity> waiting() {
    return buffer.waiting();
  }

  /** Nothing is written once the poison is in, so what is in the buffer then is all there is. */
  @Override
  public synchronized List<CapturedActivity> close() {
    complete = true;
    out.poison(DEADLY);
    processes.close();
    workers.forEach(Thread::interrupt);
    return buffer.takeAll();
  }
}
