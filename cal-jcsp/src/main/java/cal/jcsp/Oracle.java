package cal.jcsp;

import cal.jcsp.Entrant.Reason;
import cal.jcsp.Entrant.Request;
import org.jcsp.lang.Any2OneChannel;
import org.jcsp.lang.ChannelInput;
import org.jcsp.lang.ChannelOutput;
import org.jcsp.lang.PoisonException;
import org.jcsp.lang.ProcessInterruptedException;

/**
 * The process that admits threads to a region, one at a time (CAL paper, section 3.5).
 *
 * <p>The oracle reads a request, admits the thread, and then listens to this thread alone, until
 * the thread leaves the region or waits inside. Meanwhile other requests wait in the channel, in
 * order, signalled threads' among the rest. Poison in the channel of requests ends the oracle. The
 * oracle needs no memory to run: a broken oracle would keep its region closed for good.
 */
final class Oracle implements Processes.Body {
  /** A message of the thread inside, to be sent again after each hearing. */
  abstract static sealed class Word extends LinkedMessageQueue.Message<Word> {}

  /** The thread has left the region. */
  static final class Leaves extends Word {}

  /** The thread has left, to be let in again after a signal. */
  static final class Waits extends Word {
    private final Entrant entrant;

    Waits(Entrant entrant) {
      this.entrant = entrant;
    }
  }

  /** The longest waiting thread is to be let in. */
  static final class Signals extends Word {}

  /** All waiting threads are to be let in. */
  static final class SignalsAll extends Word {}

  private final ChannelInput<Request> requests;
  private final ChannelOutput<Request> ask;
  private final ChannelInput<Word> words;
  private final Waiting waiting = new Waiting();

  Oracle(Any2OneChannel<Request> requests, Any2OneChannel<Word> words) {
    this.requests = requests.in();
    this.ask = requests.out();
    this.words = words.in();
  }

  @Override
  public void run() {
    try {
      while (true) {
        serve(read(requests));
      }
    } catch (PoisonException unused) {
      // Nobody is inside or asks to be: this is how an oracle ends.
    }
  }

  private void serve(Request request) {
    if (isStale(request)) {
      return;
    }
    request.entrant().admit(request.reason());
    boolean inside = true;
    while (inside) {
      inside = hear(read(words));
    }
  }

  /** Whether a thread was signalled before its wait was cut short. */
  private boolean isStale(Request request) {
    return switch (request.reason()) {
      case COMES, SIGNALLED -> false;
      case EXPIRED, INTERRUPTED -> !waiting.remove(request.entrant());
    };
  }

  /** Hears the thread inside, and says whether the thread stays. */
  private boolean hear(Word word) {
    return switch (word) {
      case Leaves left -> false;
      case Waits waits -> {
        waiting.add(waits.entrant);
        yield false;
      }
      case Signals one -> {
        letInAgain(waiting.poll());
        yield true;
      }
      case SignalsAll all -> {
        Entrant next = waiting.poll();
        while (next != null) {
          letInAgain(next);
          next = waiting.poll();
        }
        yield true;
      }
    };
  }

  /** Makes the oracle its own asker, behind all present askers. */
  private void letInAgain(Entrant entrant) {
    if (entrant != null) {
      ask.write(entrant.asks(Reason.SIGNALLED));
    }
  }

  /** Reads in spite of interrupts: an early end would keep the region closed for good. */
  private static <T> T read(ChannelInput<T> channel) {
    while (true) {
      try {
        return channel.read();
      } catch (ProcessInterruptedException meantForNobody) {
        // The channel has a buffer and lost nothing.
      }
    }
  }
}
