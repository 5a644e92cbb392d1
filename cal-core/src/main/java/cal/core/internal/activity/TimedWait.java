package cal.core.internal.activity;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * The wait of an activity whose late steps are refused: knows since when the input of the next step
 * has been there.
 *
 * <pre>
 *   expect --&gt; came: a loop was told of the input         --&gt; take --&gt; the step, or its refusal
 *          |-&gt; look: another thread has seen the input    -'
 *          '-&gt; awaitFirst: a thread waits for a byte before the step, and keeps the byte for it
 * </pre>
 *
 * <p>Where each activity has a thread, the thread waits within a read of the server: too late for a
 * refusal. So the thread waits before the step, for one byte of the stream that the server read
 * last. How long the byte was there before the thread had a processor is known by looks of a
 * keeper: never too early, and at most as much too late as looks are apart.
 *
 * <p>For the activity's own thread, but for {@link #came} and {@link #look}.
 */
public final class TimedWait extends InputWait {
  /** The input of a socket, as the server reads it. */
  public interface Source {
    /** Reads a byte, past what is kept here; negative at the end. */
    int first() throws IOException;

    /** Null where others may not ask it. */
    Socket socket();
  }

  /** The input of one step: a look that comes too late changes that of no other. */
  private static final class Expected {
    /** By {@link System#nanoTime}; 0 for unknown. */
    private volatile long came;

    void came(long when) {
      if (came == 0) {
        came = when == 0 ? 1 : when;
      }
    }
  }

  private static final int NONE = -1;

  /** Set once a byte was kept anywhere: most servers never ask for one. */
  private static volatile boolean keeps;

  private volatile Expected expected;

  /** The server's stream, by which the first byte of the last step was read. */
  private Source source;

  /** The kept byte, or the failure in its place. */
  private int kept = NONE;

  private IOException failure;

  /** The socket of both, and its time in the wait for them, in milliseconds. */
  private Socket keptOf;

  private int timeout;

  /** Made at the first read, on the reading thread. */
  public TimedWait(ActivityStage stage) {
    super(stage);
  }

  /** The next step begins with input of the noted socket, or not. */
  public void expect(boolean named) {
    expected = named ? new Expected() : null;
  }

  /** Whether the next step begins with input that is told of. */
  public boolean expects() {
    return expected != null;
  }

  /** Notes, on any thread, that the input was there at a time. */
  public void came(long when) {
    Expected next = expected;
    if (next != null) {
      next.came(when);
    }
  }

  /** Looks, on any thread, whether the input has come by now. */
  public boolean look() {
    Expected next = expected;
    if (next != null && next.came == 0 && hasInput()) {
      next.came(System.nanoTime());
    }
    return next != null && next.came != 0;
  }

  /** Whether the time of the input is known. */
  public boolean hasCome() {
    Expected next = expected;
    return next != null && next.came != 0;
  }

  /** Takes the time of the input; 0 if unknown. */
  public long take() {
    Expected next = expected;
    expected = null;
    return next == null ? 0 : next.came;
  }

  /** The server has read from a stream. */
  public void readFrom(Source stream) {
    source = stream;
  }

  /** Whether the server's stream of the noted socket is known. */
  public boolean hasSource() {
    return source != null && source.socket() == socket() && socket() != null;
  }

  /**
   * Waits for the first byte of the next step, as a read of the step would, and keeps the byte. A
   * failure is kept, too, for the step to meet.
   *
   * @return whether there is a byte
   */
  public boolean awaitFirst() {
    if (kept >= 0) {
      return true; // a refusal has not read it
    }
    keeps = true;
    keptOf = socket();
    failure = null;
    beforeInput();
    beforeBytes(keptOf);
    try {
      timeout = keptOf.getSoTimeout();
      kept = source.first();
      if (kept < 0) {
        afterEnd();
      } else {
        afterBytes();
      }
      requireInput(kept >= 0);
    } catch (SocketTimeoutException late) {
      inputTimedOut();
      failure = late;
    } catch (IOException lost) {
      afterInput(false);
      failure = lost;
    }
    return kept >= 0;
  }

  /** Whether any stream may have a kept byte. */
  public static boolean keeps() {
    return keeps;
  }

  /** Whether a byte of a stream is kept. */
  public boolean isKept(Source stream) {
    return kept >= 0 && keptOf == stream.socket();
  }

  /**
   * Takes the kept byte of a stream.
   *
   * @return negative if none is kept
   * @throws IOException the failure in its place
   */
  public int takeKept(Source stream) throws IOException {
    if (failure != null && keptOf == stream.socket()) {
      IOException thrown = failure;
      failure = null;
      if (!(thrown instanceof SocketTimeoutException) || isOver()) {
        throw thrown;
      }
    }
    int one = isKept(stream) ? kept : NONE;
    kept = one < 0 ? kept : NONE;
    return one;
  }

  /** The time may have been that of the request before: the step has perhaps set another. */
  private boolean isOver() throws IOException {
    return keptOf.getSoTimeout() == timeout && !AwaitedSocket.hasInput(keptOf);
  }
}
