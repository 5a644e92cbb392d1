package cal.jcsp;

import cal.jcsp.Entrant.Reason;
import cal.jcsp.Entrant.Request;
import cal.jcsp.Oracle.Word;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jcsp.lang.Any2OneChannel;
import org.jcsp.lang.Channel;
import org.jcsp.lang.PoisonException;
import org.jcsp.lang.SharedChannelOutput;

/**
 * The region of a guard for its threads, while any thread is inside, asks to enter, or waits.
 *
 * <p>Both channels to the oracle have buffers without a bound, so no write waits: the damage of an
 * interrupt to a blocked writer cannot be mended. The channels hold a request for each thread at
 * most, and a request for each wait cut short. The thread inside sends no more messages than
 * threads wait. A message is made before anything depends on the message, so a write needs no
 * memory: an error keeps a thread out, or leaves the thread inside, but never in between.
 */
final class Region {
  private static final int NO_IMMUNITY = 0;
  private static final int DEADLY = 1;

  private final CspThreads threads;
  private final Any2OneChannel<Request> requests =
      Channel.any2one(new LinkedMessageQueue<Request>(), NO_IMMUNITY);
  private final Any2OneChannel<Word> words = Channel.any2one(new LinkedMessageQueue<Word>());
  private final SharedChannelOutput<Request> ask = requests.out();
  private final SharedChannelOutput<Word> tell = words.out();

  /** Heard before the next thread is let in. */
  private final Word leaves = new Oracle.Leaves();

  /** Waiting threads, for others to look. */
  private final Map<Thread, Entrant> waiters = new ConcurrentHashMap<>();

  /** Threads inside, asking or waiting; for {@link Shard} alone, under the shard's lock. */
  int users;

  /** The thread inside, the only writer: another thread never reads itself here. */
  private volatile Thread inside;

  // The rest is the thread's that is inside.
  private int depth;
  private int waiting;

  /** Signals told since the thread came in: as many as threads wait are as good as all. */
  private int signals;

  /** Makes the region of a guard; the oracle is {@linkplain #open started} apart. */
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

  /** Lets the calling thread in once more, which is inside already. */
  void enterAgain() {
    depth++;
  }

  /** Lets the calling thread in; after an exception the thread is outside. */
  void enter(Entrant entrant) {
    ask.write(entrant.asks(Reason.COMES));
    entrant.awaitAdmission(null);
    beInside(1);
    if (entrant.wasInterrupted()) {
      Thread.currentThread().interrupt();
    }
    if (entrant.failure() != null) {
      exit();
      throw Region.<RuntimeException>asIs(entrant.failure());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T asIs(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private void beInside(int times) {
    inside = Thread.currentThread();
    depth = times;
    signals = 0;
  }

  /**
   * Undoes the last {@link #enter} of the calling thread.
   *
   * @return whether the thread has left
   */
  boolean exit() {
    if (depth > 1) {
      depth--;
      return false;
    }
    leaveBy(leaves);
    return true;
  }

  /** Leaves, as a word tells the oracle; the calling thread is inside yet if this throws. */
  private void leaveBy(Word word) {
    // Before it is told: the next thread may be inside by then.
    inside = null;
    try {
      tell.write(word);
    } catch (Throwable untold) {
      inside = Thread.currentThread();
      throw untold;
    }
  }

  /** Leaves, waits for a signal, and enters again as deeply: {@link Object#wait(long, int)}. */
  void await(long nanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Entrant entrant = threads.entrant();
    Word waits = new Oracle.Waits(entrant);
    Alarm body = new Alarm(ask, entrant, Duration.ofNanos(nanos));
    waiters.put(Thread.currentThread(), entrant);
    Thread alarm = null;
    try {
      alarm = nanos == 0 ? null : threads.start("alarm", body);
      awaitAdmission(entrant, waits);
    } finally {
      waiters.remove(Thread.currentThread());
      if (alarm != null) {
        alarm.interrupt();
      }
    }
  }

  private void awaitAdmission(Entrant entrant, Word waits) throws InterruptedException {
    int times = depth;
    waiting++;
    try {
      leaveBy(waits);
    } catch (Throwable untold) {
      waiting--;
      throw untold;
    }
    Reason reason = entrant.awaitAdmission(ask);
    beInside(times);
    waiting--;
    if (entrant.failure() != null) {
      throw Region.<RuntimeException>asIs(entrant.failure());
    }
    if (entrant.wasInterrupted()) {
      answerInterrupt(reason);
    }
  }

  /** A signal is never lost: a signalled and interrupted thread returns, and is interrupted yet. */
  private static void answerInterrupt(Reason reason) throws InterruptedException {
    if (reason != Reason.SIGNALLED) {
      throw new InterruptedException();
    }
    Thread.currentThread().interrupt();
  }

  /** Whether a thread waits here for a signal, and not to be let in; for other threads. */
  boolean awaitsSignal(Thread thread) {
    Entrant entrant = waiters.get(thread);
    return entrant != null && !entrant.asks();
  }

  /** Lets the longest waiting thread in again, after all present askers. */
  void signal() {
    if (signals < waiting) {
      Word word = new Oracle.Signals();
      signals++;
      tell.write(word);
    }
  }

  /** Lets all waiting threads in again, after all present askers. */
  void signalAll() {
    if (signals < waiting) {
      Word word = new Oracle.SignalsAll();
      signals = waiting;
      tell.write(word);
    }
  }

  /** Asks for a thread with its time over. */
  private record Alarm(SharedChannelOutput<Request> ask, Entrant entrant, Duration time)
      implements Processes.Body {
    @Override
    public void run() {
      try {
        Thread.sleep(time);
        ask.write(entrant.asks(Reason.EXPIRED));
      } catch (InterruptedException | PoisonException noNeed) {
        // The thread is inside again, or has left for good.
      }
    }
  }
}
