package cal.jcsp;

import org.jcsp.lang.Channel;
import org.jcsp.lang.ChannelInput;
import org.jcsp.lang.ChannelOutput;
import org.jcsp.lang.One2OneChannel;
import org.jcsp.lang.ProcessInterruptedException;
import org.jcsp.util.Buffer;

/**
 * A single entry of a thread into a region: from outside, or after a wait inside. For the making
 * thread; the oracle admits.
 *
 * <p>The channel has a buffer, so the oracle waits for nobody, and an interrupt of the thread takes
 * nothing away. All messages are made with the entrant: no want of memory can stop an oracle, or a
 * thread after its request.
 */
class Entrant {
  /** Why a thread asks to be let in. */
  enum Reason {
    /** The thread comes from outside. */
    COMES,
    /** The thread waited inside, and was signalled. */
    SIGNALLED,
    /** The thread waited inside, and the time is over. */
    EXPIRED,
    /** The thread waited inside, and was interrupted. */
    INTERRUPTED
  }

  /** A request to an oracle: to let a thread in. Written once. */
  static final class Request extends LinkedMessageQueue.Message<Request> {
    private final Entrant entrant;
    private final Reason reason;

    private Request(Entrant entrant, Reason reason) {
      this.entrant = entrant;
      this.reason = reason;
    }

    Entrant entrant() {
      return entrant;
    }

    Reason reason() {
      return reason;
    }
  }

  private final Request comes = new Request(this, Reason.COMES);
  private final Request signalled = new Request(this, Reason.SIGNALLED);
  private final Request expired = new Request(this, Reason.EXPIRED);
  private final Request interrupted = new Request(this, Reason.INTERRUPTED);
  private final One2OneChannel<Reason> admission = Channel.one2one(new Buffer<>(1));
  private final ChannelOutput<Reason> admit = admission.out();
  private final ChannelInput<Reason> admitted = admission.in();

  /** Whether the request is made, by this thread or another. */
  private volatile boolean asks;

  // The thread's own: what came while it waited to be let in.
  private boolean wasInterrupted;
  private Throwable failure;

  // Its place among those that wait, for the oracle alone.
  Entrant before;
  Entrant after;
  boolean waits;

  Entrant() {}

  /** The request to enter for a reason: from now on the thread waits for the guard alone. */
  Request asks(Reason reason) {
    asks = true;
    return switch (reason) {
      case COMES -> comes;
      case SIGNALLED -> signalled;
      case EXPIRED -> expired;
      case INTERRUPTED -> interrupted;
    };
  }

  /** Whether the request is made. */
  boolean asks() {
    return asks;
  }

  /** Lets the thread in, for a reason. */
  final void admit(Reason reason) {
    admit.write(reason);
  }

  /**
   * Waits to be let in, whatever happens meanwhile: after a request the thread is admitted, and
   * nobody else before the thread has left.
   *
   * @param ask the channel for a request to enter at once after an interrupt; null to wait on
   * @return the reason of the entry
   */
  final Reason awaitAdmission(ChannelOutput<Request> ask) {
    while (true) {
      try {
        return readAdmission();
      } catch (ProcessInterruptedException interrupt) {
        askOnce(ask);
        wasInterrupted = true;
      } catch (Throwable broken) {
        askOnce(ask);
        // A later failure is like the first, and to note it would need memory.
        failure = failure == null ? broken : failure;
      }
    }
  }

  private void askOnce(ChannelOutput<Request> ask) {
    if (ask != null && !wasInterrupted && failure == null) {
      ask.write(asks(Reason.INTERRUPTED));
    }
  }

  /**
   * Reads the reason of the entry; an interrupt clears the thread's status and takes nothing away.
   */
  Reason readAdmission() {
    return admitted.read();
  }

  /** Whether the thread was interrupted meanwhile. */
  final boolean wasInterrupted() {
    return wasInterrupted;
  }

  /** The first failure in the thread meanwhile; null if there was none. */
  final Throwable failure() {
    return failure;
  }
}
