package cal.core.spi;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Runs the activities of one stage under one model: by threads, a pool, an executor, or loops.
 *
 * <p>Thread-safe. Each thread that it runs steps on {@linkplain Stage#attach attaches} a {@link
 * Worker}, with which a {@link Turn} runs them. A step that returned true goes behind the others
 * that wait for a thread. {@link Task} is for an activity with a thread to itself, {@link Pool} for
 * those that share some.
 */
public interface ActivityScheduler {
  /**
   * Takes an admitted activity and returns without waiting for it. Never called for more than
   * {@link #capacity} activities at a time, but for those that were admitted while the stage had
   * another model, with more room: they are few, and are not refused. A call {@linkplain
   * CapturedActivity.Call#waits whose caller} starts it may be run there at once: that thread waits
   * for it anyway.
   *
   * <p>It passes the activity on in a field of a named class, such as {@link Task}, or in a queue,
   * and never captures it in a lambda. C2, up to JDK 25 at least, overlooks that what a lambda
   * captures reaches other threads: compiled code of the caller then leaves out the monitors of an
   * activity, or of an object that goes with it, which the caller has just made. The contract suite
   * checks this.
   *
   * @param activity the activity, admitted, not yet begun
   * @throws RuntimeException or an error, if no thread can be had; the activity has not begun then
   */
  void start(CapturedActivity activity);

  /**
   * Makes a thread of the kind that each activity has to itself here, for one that is known by its
   * thread before it is started.
   *
   * @param name the thread's name
   * @param body what it does; it attaches its own {@link Worker}
   * @return the thread, not started; empty where activities share threads
   */
  default Optional<Thread> unstarted(String name, Runnable body) {
    return Optional.empty();
  }

  /**
   * How many admitted activities fit in here, running and waiting.
   *
   * @return activities, at least 1
   */
  default int capacity() {
    return Integer.MAX_VALUE;
  }

  /**
   * Whether an activity may have to wait until another gives up its worker. Opposite hand-offs
   * between two bounded stages can deadlock, and are refused.
   *
   * @return true for a fixed number of workers
   */
  default boolean bounded() {
    return false;
  }

  /**
   * Activities that wait for a worker now, a weakly consistent view.
   *
   * @return the activities, never null
   */
  default Collection<CapturedActivity> waiting() {
    return List.of();
  }

  /**
   * Takes back the activities that wait for a worker: another scheduler of their stage is to run
   * them. Called once another takes what is new; those that run, and go on, may still come here.
   *
   * @return the activities, which are not run here any more, in order
   */
  default List<CapturedActivity> withdraw() {
    return List.of();
  }

  /**
   * Whether activities leave their steps here, where the binding {@linkplain Stage#leavesSteps
   * says} what they await.
   *
   * @return false where each activity has a thread from its first step to its last
   */
  default boolean takesThreads() {
    return false;
  }

  /**
   * Activities that have left their step: each {@linkplain CapturedActivity#awaits awaits} input,
   * and has no thread. A weakly consistent view.
   *
   * @return the activities, never null
   */
  default Collection<LeftActivity> left() {
    return List.of();
  }

  /**
   * Gives activities that have left their step a worker now, without their input: one that a drain
   * ends, ends there.
   *
   * @param which of those activities
   * @param claimed told of each that has had no input, before it gets its worker
   */
  default void resume(Predicate<CapturedActivity> which, Consumer<LeftActivity> claimed) {}

  /**
   * The provider of the sockets of woven code, so that waiting for them suits these threads.
   *
   * @return empty for the sockets of the JDK
   */
  default Optional<SocketProvider> sockets() {
    return Optional.empty();
  }

  /**
   * The processes elsewhere that make calls of the stage.
   *
   * @return one entry a process; none where all calls are made here
   */
  default List<MemberStatus> members() {
    return List.of();
  }

  /**
   * Tries again for what could not be had, such as a thread for activities that wait. Called by one
   * thread, some times a second; waits for nobody.
   */
  default void retry() {}

  /**
   * Stops the threads, interrupting those that are idle or still run. Idempotent.
   *
   * @return the activities that will never be run
   */
  List<CapturedActivity> close();

  /** The work of a thread that one activity has to itself, from its start to its end. */
  class Task extends Turn implements Runnable {
    private final Stage stage;
    private final CapturedActivity activity;

    /**
     * Makes the work of a thread.
     *
     * @param stage the activity's stage
     * @param activity the activity, admitted, not yet begun
     */
    public Task(Stage stage, CapturedActivity activity) {
      this.stage = stage;
      this.activity = activity;
    }

    @Override
    public final void run() {
      try (Worker worker = stage.attach()) {
        run(worker, activity);
      }
    }
  }

  /**
   * An activity that has left its step: it has no thread until there is input. Immutable.
   *
   * @param activity the activity
   * @param awaits the peer whose input its next step begins with
   * @param since when it was left, by {@link System#nanoTime}, to some milliseconds
   */
  public record LeftActivity(CapturedActivity activity, SocketAddress awaits, long since) {}

  /**
   * A process elsewhere that makes calls, as this process uses it now. Immutable.
   *
   * @param address where it listens, {@code HOST:PORT}
   * @param calls calls of this process that are there
   * @param limit calls that it makes at a time, for all that send it some
   * @param answered calls of this process that it has answered
   * @param lost calls of this process that had no answer from it
   */
  public record MemberStatus(String address, int calls, int limit, long answered, long lost) {}

  /**
   * The activities of one stage that have no thread at a moment, because they await input.
   *
   * @param stage the stage's name
   * @param count how many there are, all of them active
   * @param longest those that wait longest, {@value #MOST} at most
   */
  public record LeftStatus(String stage, int count, List<Wait> longest) {
    /** So many waits are told of at most. */
    public static final int MOST = 20;

    /**
     * A wait of one of them.
     *
     * @param activity its name: the stage, and the object it works on
     * @param awaits the address of the peer whose input it waits for
     * @param seconds how long it has waited
     */
    public record Wait(String activity, String awaits, long seconds) {}
  }
}
