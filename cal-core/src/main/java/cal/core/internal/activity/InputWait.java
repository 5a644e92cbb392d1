package cal.core.internal.activity;

import cal.core.internal.admission.Backlog;
import cal.core.internal.support.Thrown;
import cal.core.spi.SocketProvider;
import java.net.Socket;
import java.net.SocketException;

/**
 * The wait of an activity for its next request: the activity is closed early only during the wait.
 *
 * <pre>
 *                 beforeBytes          afterBytes
 *   BUSY --&gt; IDLE ----------&gt; SILENT ----------&gt; HEARD      marked by the thread that reads
 *    | ^       |                 |                 |
 *    | '-------+---- afterInput -+-----------------'
 *    '--&gt; LISTENS, before an accept
 *
 *   IDLE, SILENT, LISTENS --&gt; CLOSED    by a drain, or SILENT by the reaper of idle clients
 *   IDLE, SILENT --&gt; ASKED --&gt; HEARD, BUSY     the same, where the reader knows better
 * </pre>
 *
 * <p>The first input of a step is the wait. {@code SILENT}: the socket is read, and no byte has
 * come; {@code HEARD}: a byte has come. Input and a closing are decided by one compare-and-set: the
 * request is answered, or its read fails as a read of a closed socket. {@code ASKED}: the socket of
 * a provider is not closed; its reader looks once more, and ends without a byte. A byte may be on
 * its way from the system to the reader, where no other thread sees it. Other threads ask the
 * socket noted last, and nothing of the server's: the reading thread may hold the lock of a buffer.
 * All other methods are for the activity's own thread.
 */
public sealed class InputWait extends StepInput permits TimedWait {
  /** An accept within this time has not waited. */
  private static final long AT_ONCE_NANOS = 1_000_000;

  /** Written before {@link #input} is, too: whether the client only listens. */
  private boolean listener;

  /** Set once the activity's thread has seen a closed wait. */
  private volatile boolean cut;

  private boolean inputSeen;

  /** Whether the present call is a single read of a socket. */
  private boolean single;

  /** Whether the present step has waited for its input; known where reads are timed. */
  private boolean gaveWay;

  /** The last wait ended without input: the next wait continues the last. */
  private boolean waitsOn;

  /** A step has begun after a drain had. */
  private boolean lastRequest;

  /** The present step has accepted a client, which arrived at {@link #since}. */
  private boolean accepted;

  /** Whether the client had waited before the accept: more may wait. */
  private boolean clientWaited;

  /** Made at the first read, on the reading thread. */
  InputWait(ActivityStage stage) {
    time(stage.onEventLoop());
  }

  /**
   * Before a step: the first read waits for the next request, the last request after a drain began.
   */
  void expectInput(boolean last, ActivityStage stage) {
    inputSeen = false;
    time(stage.onEventLoop());
    beginStep();
    gaveWay = false;
    lastRequest |= last;
    accepted = false;
    clientWaited = false;
  }

  /** Notes, before a wait, whether the client only listens: a listener is not idle. */
  void noteListener(boolean listens) {
    listener = listens;
  }

  /** Whether the client only listened at the last note; for any thread. */
  public boolean isListener() {
    return listener;
  }

  /** Before a read, on the reading thread. */
  public void beforeInput() {
    single = false;
    beginWait(IDLE);
  }

  /** Before a read of a socket itself: as {@link #beforeInput} and {@link #beforeBytes} at once. */
  public void beforeSingle(Socket read) {
    single = true;
    if (!inputSeen && stateOf(input) == BUSY) {
      note(read);
    }
    beginWait(SILENT);
  }

  /** Before an accept, on the accepting thread. */
  public void beforeAccept() {
    beginWait(LISTENS);
  }

  private void beginWait(int how) {
    int now = input;
    if (!inputSeen && stateOf(now) == BUSY) {
      if (!waitsOn) {
        since = System.nanoTime();
        waitsOn = true;
        now += NEXT;
      }
      begin(now | how);
    }
  }

  /**
   * Before a socket is read, within the read of its input, on the thread that reads.
   *
   * @param read the socket if any thread {@linkplain AwaitedSocket may ask it}; null otherwise
   */
  public void beforeBytes(Socket read) {
    if (stateOf(input) == IDLE) {
      note(read);
      goOver(IDLE, SILENT);
    }
  }

  /** After bytes have come from a socket: the request has begun to come. */
  public void afterBytes() {
    if (single) {
      return; // the end of the call says the same, at once
    }
    goOver(SILENT, HEARD);
    goOver(ASKED, HEARD); // no other thread decides any more
  }

  /** After an end of a socket's input; throws where a closing has asked for that end. */
  public void afterEnd() {
    if (stateOf(input) == ASKED) {
      requireInput(false);
    }
  }

  /** After a client of a listener was accepted. */
  public void afterAccept(Backlog backlog) {
    long now = System.nanoTime();
    clientWaited = stateOf(input) == LISTENS && now - since < AT_ONCE_NANOS;
    long arrived = backlog.accepted(since, now, clientWaited);
    afterInput(true);
    gaveWay = !clientWaited;
    accepted = true;
    since = arrived == 0 ? 1 : arrived; // no wait begins before the next step
  }

  /**
   * After any read, or a failed accept.
   *
   * @param came false for an end of the input, or a failure
   * @return false if the wait was closed: nothing may begin then
   */
  public boolean afterInput(boolean came) {
    int was = input;
    if (stateOf(was) == BUSY) {
      return true;
    }
    inputSeen = true;
    waitsOn = false;
    gaveWay = timed && lasts();
    while (stateOf(was) != CLOSED && (came || stateOf(was) != ASKED)) {
      if (change(was, with(BUSY, was))) {
        return true;
      }
      was = input; // a closing has come between
    }
    cut = true;
    input = with(BUSY, was);
    return false;
  }

  /** After a read with a time-out: the next read waits again, unless a part has come. */
  public void inputTimedOut() {
    int was = input;
    if (stateOf(was) != BUSY && stateOf(was) != ASKED) { // an asked reader ends with its next read
      afterInput(false);
      inputSeen = stateOf(was) == HEARD;
      waitsOn = !inputSeen;
    }
  }

  /** The same after a read that has returned; throws like a read of a closed socket. */
  public void requireInput(boolean came) {
    if (!afterInput(came)) {
      throw Thrown.<RuntimeException>asIs(
          new SocketException("closed by CAL before this request had begun"));
    }
  }

  /** Whether the activity now waits for a request; for any thread, a momentary view. */
  public boolean isAwaited() {
    return isAwaited(input);
  }

  /** The latest arrival of the client accepted by the present step; 0 for none. */
  public long clientArrived() {
    return accepted ? since : 0;
  }

  /** After a step: whether the step has waited for its input. */
  boolean gaveWay() {
    return gaveWay;
  }

  /** After a step: whether the step has accepted a waiting client. */
  boolean clientWaited() {
    return clientWaited;
  }

  /**
   * The wait in which a client has been silent since a moment or longer. Its thread is in a read of
   * the socket that has brought nothing yet.
   *
   * @param moment by {@link System#nanoTime}
   * @return for {@link #cutIfSilent}; 0 if there is none
   */
  public int silentBefore(long moment) {
    int now = input;
    return stateOf(now) == SILENT && since - moment <= 0 && !listener ? now : 0;
  }

  /** The begin of the present wait, by {@link System#nanoTime}. */
  public long since() {
    return since;
  }

  /**
   * Whether the activity is to be closed from now on, since it waits for its next request, and
   * nothing of that has come: the last step of a drain reads what it was begun for, too.
   *
   * @param named whether the binding names the socket that each step begins with
   */
  boolean cutIfIdle(boolean named) {
    int now = input;
    return isAwaited(now)
        && stateOf(now) != HEARD
        && cut(now, stateOf(now) == SILENT || (stateOf(now) == IDLE && named));
  }

  /** The same where the client is silent still, in the same wait. */
  boolean cutIfSilent(int wait) {
    return cut(wait, true);
  }

  private boolean cut(int wait, boolean reads) {
    int how = reads && socket() instanceof SocketProvider.Telling ? ASKED : CLOSED;
    return !(reads && hasInput()) && change(wait, with(how, wait));
  }

  /**
   * After a cut, has the reader of a provider's socket end by itself.
   *
   * @return false where the target is to be closed
   */
  boolean askReader() {
    int asked = input;
    if (stateOf(asked) != ASKED) {
      return !cut && stateOf(asked) != CLOSED; // the reader goes on
    }
    return (socket() instanceof SocketProvider.Telling ours && ours.endInput(() -> input == asked))
        || !change(asked, with(CLOSED, asked));
  }

  /** Whether the activity was closed during a wait. */
  boolean isCut() {
    return cut || stateOf(input) == CLOSED || stateOf(input) == ASKED;
  }

  /**
   * Whether input has come for one step more, the first one since a drain has begun. For any
   * thread; another than its own may see a step late, and asks again.
   */
  public boolean hasLastRequest() {
    return !lastRequest && hasInput();
  }
}
