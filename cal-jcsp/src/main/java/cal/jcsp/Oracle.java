package cal.jcsp;

import cal.jcsp.Entrant.Reason;
import cal.jcsp.Entrant.Request;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jcsp.lang.Any2OneChannel;
import org.jcsp.lang.ChannelInput;
import org.jcsp.lang.PoisonException;
import org.jcsp.lang.ProcessInterruptedException;

/**
 * The process that lets threads into one region, one at a time (CAL paper, section 3.5).
 *
 * <p>It reads a request, admits the thread, and then listens to that thread alone, until it leaves
 * the region or waits inside. Meanwhile the others' requests wait in their channel, in order, those
 * of signalled threads among them. Poison in the channel of requests ends it.
 */
final class Oracle implements Processes.Body {
  /** What the thread inside tells. */
  sealed interface Word {
    /** It has left the region. */
    record Leaves() implements Word {}

    /** It has left, and is to be let in again when it is signalled. */
    record Waits(Entrant entrant) implements Word {}

    /** Who waits longest is to be let in. */
    record Signals() implements Word {}

    /** All who wait are to be let in. */
    record SignalsAll() implements Word {}
  }

  private final Any2OneChannel<Request> requests;
  private final Any2OneChannel<Word> words;

  /** In the order in which they came. */
  private final Set<Entrant> waiting = new LinkedHashSet<>();

  Oracle(Any2OneChannel<Request> requests, Any2OneChannel<Word> words) {
    this.requests = requests;
    this.words = words;
  }

  @Override
  public void run() {
    try {
      while (true) {
        serve(read(requests.in()));
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
      inside = hear(read(words.in()));
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
      case Word.Leaves() -> false;
      case Word.Waits(Entrant entrant) -> {
        waiting.add(entrant);
        yield false;
      }
      case Word.Signals() -> {
        if (!waiting.isEmpty()) {
          Entrant first = waiting.iterator().next();
          waiting.remove(first);
          letInAgain(first);
        }
        yield true;
      }
      case Word.SignalsAll() -> {
        waiting.forEach(this::letInAgain);
        waiting.clear();
        yield true;
      }
    };
  }

  private void letInAgain(Entrant entrant) {
    requests.out().write(new Request(entrant, Reason.SIGNALLED));
  }

  /**
   * Reads, whoever interrupts: an oracle that ended early would keep its region closed for good.
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
