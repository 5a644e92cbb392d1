package cal.proactor;

import cal.proactor.AioOperation.State;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;

/**
 * The state of an operation, and the number of the present use of its result: a cancellation of an
 * earlier use finds another number. Thread-safe, by compare-and-set.
 *
 * <pre>
 *  CREATED --start--&gt; DEFERRED --room in flight--&gt; STARTED --outcome--&gt; COMPLETED
 *     |                  |                            |                    ^  ^
 *     |                cancel                       cancel                 |  |
 *     |                  '-------&gt; CANCELLING &lt;-------'      outcome      |  |
 *     |                              |     '-------------------------------'  |
 *     |                              '--cancelled--&gt; CANCELLED                |
 *     '--post-----------------------------------------------------------------'
 * </pre>
 */
abstract sealed class OperationState permits AioOperation {
  private static final State[] STATES = State.values();

  /** The bits of the state; the others count the uses. */
  private static final int STATE_BITS = 3;

  private static final long STATE_MASK = (1 << STATE_BITS) - 1;
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(OperationState.class, "word", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private volatile long word = State.CREATED.bits;
  private boolean begun;
  private OperationState whole;
  private FileChannel source;
  private long length;

  /** The present state. */
  public State state() {
    return stateOf(word);
  }

  private static State stateOf(long word) {
    return STATES[(int) (word & STATE_MASK)];
  }

  /** The state and the use, for {@link #moves(long, State)}. */
  long word() {
    return word;
  }

  static boolean isCancellable(long word) {
    State state = stateOf(word);
    return state == State.DEFERRED || state == State.STARTED;
  }

  /** Passes from a state to another; false if not in the first state. */
  boolean moves(State from, State to) {
    long now = word;
    return stateOf(now) == from && moves(now, to);
  }

  /** Passes from the state of a use to another; false if not in the first state of that use. */
  boolean moves(long from, State to) {
    return WORD.compareAndSet(this, from, (from & ~STATE_MASK) | to.bits);
  }

  /** The operation is a part of another, with the permit of the whole. */
  void bePartOf(OperationState other) {
    whole = other;
  }

  boolean isPart() {
    return whole != null;
  }

  /** Whether the operation is a part, and somebody asked for the end of the whole. */
  boolean isOfCancelled() {
    return whole != null && whole.state() == State.CANCELLING;
  }

  /** Names the bytes of a part that a device sends. */
  void from(FileChannel file, long bytes) {
    source = file;
    length = bytes;
  }

  /** The file of a part that a device sends; else null. */
  public FileChannel source() {
    return source;
  }

  /** The bytes of a part that a device sends. */
  public long length() {
    return length;
  }

  /** The device gets the operation. */
  void begin() {
    begun = true;
  }

  /** Whether the device got the operation; for the thread that starts and cancels. */
  boolean isBegun() {
    return begun;
  }

  /** Whether the operation is started, and has not ended. */
  boolean isUnderWay() {
    State now = state();
    return now == State.STARTED || now == State.CANCELLING;
  }

  /** Begins another use. */
  void startAnew() {
    begun = false;
    whole = null;
    source = null;
    long next = (word >>> STATE_BITS) + 1;
    word = (next << STATE_BITS) | State.CREATED.bits;
  }
}
