package cal.core.spi;

import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * A fixed number of threads with a common queue. After a step that returned true an activity goes
 * behind the others; where no others wait, the thread goes on with the activity, and wakes nobody
 * up.
 *
 * <p>Thread-safe. A thread is started with each of the first activities, then never more. Where the
 * system has none left, the pool goes on with fewer, and tries again each second while any wait.
 * There is room for every admitted activity, so a continued activity always fits. A model adds the
 * queue and the source of threads.
 */
public abstract class Pool implements ActivityScheduler {
  /**
   * The size of a pool.
   *
   * @param key the setting of the number of threads
   * @param size threads
   * @param queueCapacity activities that may wait beside the running activities
   */
  public record Settings(Setting<Integer> key, int size, int queueCapacity) {
    /**
     * The settings of a stage.
     *
     * @param stage the stage
     * @param size the model's setting of the number of threads
     * @return the settings
     */
    public static Settings of(Stage stage, Setting<Integer> size) {
      return new Settings(size, stage.setting(size), stage.setting(CoreSettings.QUEUE_CAPACITY));
    }
  }

  /** Time before another request for a thread that could not be had. */
  private static final long PAUSE_NANOS = 1_000_000_000L;

  private final Stage stage;
  private final Setting<Integer> key;
  private final int size;
  private final int capacity;
  private final String broken;

  /** Guarded by this. */
  private int threads;

  /** Guarded by this: a requested thread could not be had, and not all have been since. */
  private boolean wanting;

  private volatile boolean complete;
  private volatile long growsFrom = System.nanoTime();
  private volatile boolean closed;

  /**
   * Makes a pool without threads.
   *
   * @param stage of the activities
   * @param settings of the size
   */
  protected Pool(Stage stage, Settings settings) {
    this.stage = stage;
    this.key = settings.key();
    this.size = settings.size();
    this.capacity = size + settings.queueCapacity();
    this.broken = "a thread of stage=" + stage.name() + " goes on after";
  }

  /**
   * Starts another thread for waiting activities. Called by a single thread at a time, and not
   * after {@link #stop}.
   *
   * @throws OutOfMemoryError if the system has no thread left
   */
  protected abstract void startThread();

  /**
   * Whether a ready activity waits; a momentary view.
   *
   * @return true if an activity waits
   */
  protected abstract boolean anyWaits();

  /**
   * Puts an activity behind the others. There is always room, also beyond the capacity: some
   * activities may have been admitted under another model of the stage.
   *
   * @param activity the activity
   * @return false if the pool is closed, and the activity is still the caller's
   */
  protected abstract boolean put(CapturedActivity activity);

  /**
   * Stops the threads, interrupting them. Called under the pool's monitor, perhaps again.
   *
   * @return the waiting activities, in order
   */
  protected abstract List<CapturedActivity> stop();

  @Override
  public abstract Collection<CapturedActivity> waiting();

  /**
   * The stage of the pool's activities.
   *
   * @return the stage
   */
  protected final Stage stage() {
    return stage;
  }

  /**
   * The most threads of the pool.
   *
   * @return threads
   */
  protected final int size() {
    return size;
  }

  /**
   * Whether the pool was closed: a later activity must not be left to wait.
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

  @Override
  public final void retry() {
    if (!complete && System.nanoTime() - growsFrom >= 0 && anyWaits() && isWanting()) {
      grow();
    }
  }

  private synchronized boolean isWanting() {
    return wanting;
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
    threads++;
    complete = threads == size;
    wanting &= !complete; // of the others, too
  }

  /** A pool with threads goes on with these. */
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

  /** The turn of an activity in a pool: the end is after a step where others wait. */
  protected class ShortTurn extends Turn {
    /** Begins a turn. */
    protected ShortTurn() {}

    /**
     * An activity that cannot be put stays here: a lost activity would hold its permit for ever.
     */
    @Override
    protected final boolean goesOn(CapturedActivity activity) {
      try {
        if (anyWaits() && put(activity)) {
          return false;
        }
      } catch (Throwable stays) {
        // This thread alone knows it.
      }
      return super.goesOn(activity);
    }
  }

  /** The work of a thread of the pool, until the pool is closed. */
  protected abstract class Taker extends ShortTurn implements Runnable {
    /** For an unstarted thread. */
    protected Taker() {}

    /**
     * Waits for the next activity, and takes the activity.
     *
     * @return the activity; null if the wait ended without an activity
     * @throws InterruptedException if the thread was interrupted: by {@link #stop}, or by a step's
     *     leftover interrupt
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

    /** A dead thread would not be replaced: whatever happens, the thread goes on. */
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
   * Reports an exception between two activities, on a thread that goes on. Never throws.
   *
   * @param thrown the exception
   */
  protected final void goesOnAfter(Throwable thrown) {
    Log.log(Level.ERROR, broken, thrown);
  }
}
