package cal.core.internal.activity;

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

  /** One byte: it costs an activity no memory, beside its other flags. */
  private byte state;

  /** When it came to wait for its first worker; 0 where it has not. */
  private long queuedAt;

  /** Made with the activity, by the thread that captures it. */
  Lifetime() {}

  /** Whether the calling thread is the first to ask: it may now run, refuse or end the activity. */
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

  /** Between two steps, before it is passed on to others: one of their threads is to take it. */
  public final void passOn() {
    state = (byte) (TAKEN | BEGUN | PASSED);
  }

  /** Whether nobody has taken it since it was passed on: its present thread keeps it to its end. */
  public final boolean stay() {
    return STATE.compareAndSet(
        this, (byte) (TAKEN | BEGUN | PASSED), (byte) (TAKEN | BEGUN | STAYS));
  }

  /** Whether its thread keeps it to its end. */
  public final boolean stays() {
    return (state & STAYS) != 0;
  }

  /** Before it is passed to those that may run it, or asks for a place: it waits from now on. */
  public final void queue(long now) {
    queuedAt = now == 0 ? 1 : now;
  }

  /** Whether it waits for its first worker. */
  public final boolean isQueued() {
    return queuedAt != 0;
  }

  /** Ends its wait for its first worker. */
  public final void dequeue() {
    queuedAt = 0;
  }

  /** How long it waits for its first worker, in nanoseconds; 0 if it does not. */
  public final long waited(long now) {
    return queuedAt == 0 ? 0 : now - queuedAt;
  }

  final void begin() {
    state = (byte) (state | BEGUN);
  }

  /** Whether the activity has run a step, so that it now is between two. */
  public final boolean begun() {
    return (state & BEGUN) != 0;
  }

  /** Whether the activity has not ended before: its thread may end it, once. */
  final boolean mayEnd() {
    boolean first = (state & ENDED) == 0;
    state = (byte) (state | ENDED);
    return first;
  }

  /** It has given its permit back. */
  public final void left() {
    state = (byte) (state | LEFT);
  }

  /** Whether it has; for its thread, or where that stands still. */
  public final boolean hasLeft() {
    return (state & LEFT) != 0;
  }

  /** Takes a begin back: its first step was not run. */
  final void unbegin() {
    state = (byte) (state & ~BEGUN);
  }
}
