package cal.jcsp;

import cal.jcsp.Entrant.Reason;
import cal.jcsp.Entrant.Request;
import cal.jcsp.Oracle.Word;
import java.time.Duration;
import org.jcsp.lang.Any2OneChannel;
import org.jcsp.lang.Channel;
import org.jcsp.lang.PoisonException;
import org.jcsp.lang.ProcessInterruptedException;
import org.jcsp.lang.SharedChannelOutput;
import org.jcsp.util.InfiniteBuffer;

/**
 * The region of one guard, as its threads see it: while any is inside, asks to be, or waits there.
 *
 * <p>Both channels to the oracle have buffers without a bound, so that no write waits: what an
 * interrupt does to a blocked writer is not to be mended. They hold one request for each thread at
 * most, and one for each wait that was cut short; what the thread inside tells is no more than
 * there are threads that wait.
 */
final class Region {
  private static final int NO_IMMUNITY = 0;
  private static final int DEADLY = 1;

  private final CspThreads threads;
  private final Any2OneChannel<Request> requests =
      Channel.any2one(new InfiniteBuffer<>(), NO_IMMUNITY);
  private final Any2OneChannel<Word> words = Channel.any2one(new InfiniteBuffer<>());
  private final SharedChannelOutput<Request> ask = requests.out();
  private final SharedChannelOutput<Word> tell = words.out();

  /** Threads that are inside, ask to be, or wait; for {@link CspPolicy} alone, under its lock. */
  int users;

  /** The thread inside, which alone writes it: any other never reads itself here. */
  private volatile Thread inside;

  // The rest is the thread's that is inside.
  private int depth;
  private int waiting;

  /** Signals told since the thread came in: as many as threads wait are as good as all. */
  private int signals;

  /** Makes the region of a guard, whose oracle is {@linkplain #open started} apart. */
  Region(CspThreads threads) {
    this.threads = threads;
  }

  /** Starts the oracle. */
  void open() {
    threads.start("oracle", new Oracle(requests, words));
  }

  /** Ends the oracle; nobody uses the region any more. */
  void close() {
    ask.poison(DEADLY);
  }

  /** Whether the calling thread is inside. */
  boolean isInside() {
    return inside == Thread.currentThread();
  }

  /** Lets the calling thread in, once more if it is inside already. */
  void enter() {
    if (isInside()) {
      depth++;
      return;
    }
    Entrant entrant = new Entrant();
    ask.write(new Request(entrant, Reason.COMES));
    entrant.awaitAdmissionWhatever();
    beInside(1);
  }

  private void beInside(int times) {
    inside = Thread.currentThread();
    depth = times;
    signals = 0;
  }

  /**
   * Undoes the last {@link #enter} of the calling thread, which is inside.
   *
   * @return whether it has left
   */
  boolean exit() {
    if (--depth > 0) {
      return false;
    }
    inside = null;
    tell.write(new Word.Leaves());
    return true;
  }

  /** Leaves, waits for a signal, and enters again as deeply: {@link Object#wait(long, int)}. */
  void await(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Entrant entrant = new Entrant();
    Thread alarm =
        nanos == 0
            ? null
            : threads.start("alarm", new Alarm(ask, entrant, Duration.ofNanos(nanos)));
    int times = depth;
    waiting++;
    inside = null;
    tell.write(new Word.Waits(entrant));
    boolean interrupted = false;
    Reason reason = null;
    while (reason == null) {
      try {
        reason = entrant.awaitAdmission();
      } catch (ProcessInterruptedException e) {
        if (!interrupted) {
          ask.write(new Request(entrant, Reason.INTERRUPTED));
        }
        interrupted = true;
      }
    }
    beInside(times);
    waiting--;
    if (alarm != null) {
      alarm.interrupt();
    }
    answerInterrupt(interrupted, reason);
  }

  /** A signal is never lost: who was signalled and interrupted returns, and is interrupted yet. */
  private static void answerInterrupt(boolean interrupted, Reason reason)
      throws InterruptedException {
    if (!interrupted) {
      return;
    }
    if (reason != Reason.SIGNALLED) {
      throw new InterruptedException();
    }
    Thread.currentThread().interrupt();
  }

  /** Lets the thread that waits longest in again, after those that ask already. */
  void signal() {
    if (signals < waiting) {
      signals++;
      tell.write(new Word.Signals());
    }
  }

  /** Lets all that wait in again, after those that ask already. */
  void signalAll() {
    if (signals < waiting) {
      signals = waiting;
      tell.write(new Word.SignalsAll());
    }
  }

  /** Asks for a thread that its time is over. */
  private record Alarm(SharedChannelOutput<Request> ask, Entrant entrant, Duration time)
      implements Processes.Body {
    @Override
    public void run() {
      try {
        Thread.sleep(time);
        ask.write(new Request(entrant, Reason.EXPIRED));
      } catch (InterruptedException | PoisonException noNeed) {
        // The thread is inside again, or has left for good.
      }
    }
  }
}
