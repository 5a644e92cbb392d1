package cal.core.spi;

import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * A fixed number of threads that share what waits. After a step that returned true an activity goes
 * behind the others; where no others wait, the thread goes on with it, which wakes nobody up.
 *
 * <p>Thread-safe. A thread is started with each of the first activities, then never more. Where the
 * system has none left, the pool goes on with those it has, and an activity that comes a second
 * later tries again. There is room for every admitted activity, so one that goes on always fits. A
 * model adds where activities wait and where threads come from.
 */
public abstract class Pool implements ActivityScheduler {
  /**
   * How large a pool is.
   *
   * @param key the setting that says how many threads it has
   * @param size threads
   * @param queueCapacity activities that may wait beside those that run
   */
  public record Settings(Setting<Integer> key, int size, int queueCapacity) {
    /**
     * Those of a stage.
     *
     * @param stage the stage
     * @param size the setting of its model that says how many threads a pool has
     * @return the settings
     */
    public static Settings of(Stage stage, Setting<Integer> size) {
      return new Settings(size, stage.setting(size), stage.setting(CoreSettings.QUEUE_CAPACITY));
    }
  }

  /** Before a thread is asked for again that could not be had. */
  private static final long PAUSE_NANOS = 1_000_000_000L;

  private final Stage stage;
  private final Setting<Integer> key;
  private final int size;
  private final int capacity;
  private final String broken;

  /** Guarded by this. */
  private int threads;

  /** Guarded by this: the last thread that was asked for could not be had. */
  private boolean wanting;

  private volatile boolean complete;
  private volatile long growsFrom = System.nanoTime();
  private volatile boolean closed;

  /**
   * Makes a pool without threads.
   *
   * @param stage the stage whose activities it runs
   * @param settings how large it is
   */
  protected Pool(Stage stage, Settings settings) {
    this.stage = stage;
    this.key = settings.key();
    this.size = settings.size();
    this.capacity = size + settings.queueCapacity();
    this.broken = "a thread of stage=" + stage.name() + " goes on after";
  }

  /**
   * Starts one more thread, which runs what waits. Called by one thread at a time, and not after
   * {@link #stop}.
   *
   * @throws OutOfMemoryError if the system has no thread left
   */
  protected abstract void startThread();

  /**
   * Whether an activity waits that is ready to run; a momentary view.
   *
   * @return true if one does
   */
  protected abstract boolean anyWaits();

  /**
   * Puts an activity behind the others. There is room for it, also beyond the capacity: some may
   * have been admitted while the stage had another model.
   *
   * @param activity the activity
   * @return false if the pool is closed, and the activity is still the caller's
   */
  protected abstract boolean put(CapturedActivity activity);

  /**
   * Stops the threads, interrupting them. Called under the pool's monitor, perhaps again.
   *
   * @return what waited, in order
   */
  protected abstract List<CapturedActivity> stop();

  @Override
  public abstract Collection<CapturedActivity> waiting();

  /**
   * The stage whose activities run here.
   *
   * @return the stage
   */
  protected final Stage stage() {
    return stage;
  }

  /**
   * How many threads it has at most.
   *
   * @return threads
   */
  protected final int size() {
    return size;
  }

  /**
   * Whether it was closed: what is put from now on must not be left to wait.
   *
   * @return true from the call of {@link #close} on
   */
  protected final boolean closed() {
    return closed;
  }

  @Override
  public final void start(CapturedActivity activity) {
    if (!complete && System.nanoTime() - growsFrom >= 0) {
      grow();
    }
    if (!put(activity)) {
      throw new RejectedExecutionException("the pool of stage=" + stage.name() + " is closed");
    }
  }

  private synchronized void grow() {
    if (complete) {
      return;
    }
    try {
      startThread();
    } catch (Throwable noThread) {
      if (threads == 0) {
        throw noThread;
      }
      stay(noThread);
      return;
    }
    wanting = false;
    threads++;
    complete = threads == size;
  }

  /** A pool that has threads goes on with those it has. */
  private void stay(Throwable noThread) {
    growsFrom = System.nanoTime() + PAUSE_NANOS;
    if (!wanting) {
      wanting = true;
      Log.log(
          Level.WARNING,
          ("stage=%s has %d threads of %d: no more can be had (%s); it tries again each second,"
                  + " or lower cal.%s")
              .formatted(stage.name(), threads, size, noThread.getMessage(), key.key()),
          null);
    }
  }

  @Override
  public final int capacity() {
    return capacity;
  }

  @Override
  public final boolean bounded() {
    return true;
  }

  @Override
  public final synchronized List<CapturedActivity> close() {
    complete = true;
    closed = true;
    return stop();
  }

  /** The turn of an activity in a pool: it ends after a step where others wait. */
  protected class ShortTurn extends Turn {
    /** Begins a turn. */
    protected ShortTurn() {}

    /** One that cannot be put stays here: lost, it would hold its permit for ever. */
    @Override
    protected final boolean goesOn(CapturedActivity activity) {
      try {
        if (anyWaits() && put(activity)) {
          return false;
        }
      } catch (Throwable stays) {
        // This thread alone knows it.
      }
      give();
      return true;
    }
  }

  /** The work of a thread that takes activities by itself, until the pool is closed. */
  protected abstract class Taker extends ShortTurn implements Runnable {
    /** For a thread that is not started yet. */
    protected Taker() {}

    /**
     * Waits for the next activity, and takes it.
     *
     * @return the activity; null if the wait was ended without one
     * @throws InterruptedException if the thread was interrupted: by {@link #stop}, or by a step
     *     that left its interrupt over
     */
    protected abstract CapturedActivity take() throws InterruptedException;

    @Override
    public final void run() {
      try (Worker worker = stage.attach()) {
        while (!closed) {
          takeOne(worker);
        }
      }
    }

    /** A thread that dies would not be replaced: whatever happens, it goes on. */
    private void takeOne(Worker worker) {
      try {
        CapturedActivity activity = take();
        if (activity != null) {
          run(worker, activity);
          give();
        }
      } catch (InterruptedException again) {
        // The pool says whether it is closed.
      } catch (Throwable thrown) {
        goesOnAfter(thrown);
      }
    }
  }

  /**
   * Tells of what was thrown between two activities by a thread that goes on. Never throws.
   *
   * @param thrown what was thrown
   */
  protected final void goesOnAfter(Throwable thrown) {
    Log.log(Level.ERROR, broken, thrown);
  }
}
