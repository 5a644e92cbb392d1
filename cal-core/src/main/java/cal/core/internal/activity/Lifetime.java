package cal.core.internal.activity;

import cal.core.internal.generation.Generation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The life of an activity: one thread takes it, it begins, and it ends once.
 *
 * <pre>
 *   NEW --take--&gt; TAKEN --begin--&gt; TAKEN|BEGUN --end--&gt; ENDED --left--&gt; LEFT
 *                                   |       ^
 *                                 passOn   take           by a thread of the next generation
 *                                   v       |
 *                               TAKEN|BEGUN|PASSED --stay--&gt; TAKEN|BEGUN|STAYS
 * </pre>
 *
 * <p>A model that throws when it is to start an activity may have passed it on before. So the
 * thread that comes to run it, and the thread that would refuse it, both {@linkplain #take ask}:
 * the first owns the activity. All other methods are for the owner.
 *
 * <p>Activities extend this class: their state costs no object of its own.
 */
abstract class Lifetime {
  private static final byte NEW = 0;
  private static final byte TAKEN = 1;
  private static final byte BEGUN = 2;
  private static final byte ENDED = 4;
  private static final byte PASSED = 8;
  private static final byte STAYS = 16;
  private static final byte LEFT = 32;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Lifetime.class, "state", byte.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A byte: no memory beside the other flags. */
  private byte state;

  /** The begin of the wait for the first worker; 0 without a wait. */
  private long queuedAt;

  /** Set by the passing thread; null before the first scheduler. */
  private Generation runBy;

  /** Made with the activity, by the capturing thread. */
  Lifetime() {}

  /** Whether the calling thread is the first to ask: only that thread runs, refuses or ends. */
  public final boolean take() {
    return STATE.compareAndSet(this, NEW, TAKEN)
        || STATE.compareAndSet(this, (byte) (TAKEN | BEGUN | PASSED), (byte) (TAKEN | BEGUN));
  }

  /**
   * Whether the calling thread, a worker that was given this, may run its next step: one that comes
   * too late may not.
   */
  final boolean isMine() {
    return state == (TAKEN | BEGUN) || take();
  }

  /** Between two steps, before other threads get the activity: the first to ask takes it. */
  public final void passOn() {
    state = (byte) (TAKEN | BEGUN | PASSED);
  }

  /** Whether no other thread took the activity: the present thread keeps it to the end. */
  public final boolean stay() {
    return STATE.compareAndSet(
        this, (byte) (TAKEN | BEGUN | PASSED), (byte) (TAKEN | BEGUN | STAYS));
  }

  /** Whether the present thread keeps the activity to the end. */
  public final boolean stays() {
    return (state & STAYS) != 0;
  }

  /** The wait begins, for a place or for the first worker. */
  public final void queue(long now) {
    queuedAt = now == 0 ? 1 : now;
  }

  /** Whether the activity waits for its first worker. */
  public final boolean isQueued() {
    return queuedAt != 0;
  }

  /** Ends the wait for the first worker. */
  public final void dequeue() {
    queuedAt = 0;
  }

  /** The wait for the first worker so far, in nanoseconds; 0 without a wait. */
  public final long waited(long now) {
    return queuedAt == 0 ? 0 : now - queuedAt;
  }

  final void begin() {
    state = (byte) (state | BEGUN);
  }

  /** Whether the first step has begun. */
  public final boolean begun() {
    return (state & BEGUN) != 0;
  }

  /** Whether the activity may end: true once. */
  final boolean mayEnd() {
    boolean first = (state & ENDED) == 0;
    state = (byte) (state | ENDED);
    return first;
  }

  /** The permit was given back. */
  public final void left() {
    state = (byte) (state | LEFT);
  }

  /** Whether the permit was given back; for the activity's thread, or while that stands still. */
  public final boolean hasLeft() {
    return (state & LEFT) != 0;
  }

  /** Takes a begin back: the first step was not run. */
  final void unbegin() {
    state = (byte) (state & ~BEGUN);
  }

  /** Sets the generation for the next steps. */
  public final void runBy(Generation generation) {
    runBy = generation;
  }

  /** The generation for the next steps; null before the first start. */
  public final Generation runBy() {
    return runBy;
  }

  /** The generation's thread has no more of the server's code to run. */
  public final void leaveGeneration() {
    if (runBy != null) {
      runBy.leave();
    }
  }
}
