package cal.jcsp;

import cal.jcsp.Entrant.Reason;
import cal.jcsp.Entrant.Request;
import org.jcsp.lang.Any2OneChannel;
import org.jcsp.lang.ChannelInput;
import org.jcsp.lang.ChannelOutput;
import org.jcsp.lang.PoisonException;
import org.jcsp.lang.ProcessInterruptedException;

/**
 * The process that lets threads into one region, one at a time (CAL paper, section 3.5).
 *
 * <p>It reads a request, admits the thread, and then listens to that thread alone, until it leaves
 * the region or waits inside. Meanwhile the others' requests wait in their channel, in order, those
 * of signalled threads among them. Poison in the channel of requests ends it. It needs no memory
 * while it runs: an oracle that broke off would keep its region closed for good.
 */
final class Oracle implements Processes.Body {
  /** A message of the thread inside. Each can be sent again when it has been heard. */
  abstract static sealed class Word extends LinkedMessageQueue.Message<Word> {}

  /** It has left the region. */
  static final class Leaves extends Word {}

  /** It has left, and is to be let in again when it is signalled. */
  static final class Waits extends Word {
    private final Entrant entrant;

    Waits(Entrant entrant) {
      this.entrant = entrant;
    }
  }

  /** The thread that waits longest is to be let in. */
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

  /**
   * Whether a thread has been signalled, and so asked to be let in, before its wait was cut short.
   */
  private boolean isStale(Request request) {
    return switch (request.reason()) {
      case COMES, SIGNALLED -> false;
      case EXPIRED, INTERRUPTED -> !waiting.remove(request.entrant());
    };
  }

  /** Hears the thread inside, and says whether it still is. */
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

  /** Makes the oracle its own asker, so that this one comes behind those that ask already. */
  private void letInAgain(Entrant entrant) {
    if (entrant != null) {
      ask.write(entrant.asks(Reason.SIGNALLED));
    }
  }

  /**
   * Reads in spite of interrupts: an oracle that ended early would keep its region closed for good.
   */
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
