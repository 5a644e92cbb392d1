package cal.core.internal.activity;

import cal.core.spi.SocketProvider;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.Socket;

/**
 * The state of an {@link InputWait}, drawn there, and the number of the wait, in one word: a change
 * is for one wait alone. The activity's thread and closers race for the word.
 */
abstract class WaitState {
  static final int BUSY = 0;
  static final int IDLE = 1;
  static final int CLOSED = 2;
  static final int LISTENS = 3;
  static final int SILENT = 4;
  static final int HEARD = 5;
  static final int ASKED = 6;

  /** The bits of a state; the bits above are the number of the wait. */
  private static final int STATES = 7;

  static final int NEXT = 8;

  private static final VarHandle INPUT;

  static {
    try {
      INPUT = MethodHandles.lookup().findVarHandle(WaitState.class, "input", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The state, and the number of the wait. */
  volatile int input;

  /**
   * The socket read first by the present step, or the next; null where other threads may not ask.
   */
  volatile Socket socket;

  /** The socket of TLS read in the present wait, which a closer may ask to end; null for others. */
  volatile Socket records;

  /** A closing has ended the input of the socket read: an end found later is no end of a client. */
  volatile boolean shut;

  /** Set once the activity's thread has seen a closed wait. */
  volatile boolean cut;

  static int stateOf(int input) {
    return input & STATES;
  }

  static int with(int state, int input) {
    return (input & ~STATES) | state;
  }

  static boolean isAwaited(int input) {
    int state = stateOf(input);
    return state != BUSY && state != CLOSED && state != ASKED;
  }

  final void begin(int wait) {
    INPUT.setRelease(this, wait); // a drain looks again, and finds it then
  }

  final boolean change(int from, int to) {
    return INPUT.compareAndSet(this, from, to);
  }

  final void goOver(int from, int to) {
    int now = input;
    if (stateOf(now) == from) {
      change(now, with(to, now)); // or it was closed, and its read ends so
    }
  }

  final void note(Socket next) {
    if (socket != next) {
      socket = next;
    }
  }

  /**
   * Cuts a wait, unless bytes have come.
   *
   * @param noted whether the noted socket is read, which is asked for bytes
   * @param read whose reader is asked to end; null where the target is to be closed
   */
  final boolean cut(int wait, boolean noted, Socket read) {
    int how = read == null ? CLOSED : ASKED;
    return !(noted && hasInput()) && change(wait, with(how, wait));
  }

  /**
   * After a cut, has the reader of a socket end by itself.
   *
   * @param named whether the binding names the socket that each step begins with
   * @return false where the target is to be closed
   */
  final boolean askReader(boolean named) {
    int asked = input;
    if (stateOf(asked) != ASKED) {
      return !cut && stateOf(asked) != CLOSED; // the reader goes on
    }
    Socket read = named || records == null ? socket : records;
    return (read instanceof SocketProvider.Telling ours
            ? ours.endInput(() -> input == asked)
            : ends(read))
        || !change(asked, with(CLOSED, asked));
  }

  private boolean ends(Socket read) {
    shut = true;
    shut = AwaitedSocket.endInput(read);
    return shut;
  }

  /** Whether input has come of the socket noted last; for any thread, which never waits here. */
  public final boolean hasInput() {
    return AwaitedSocket.hasInput(socket);
  }
}
