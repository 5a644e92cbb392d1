package cal.jcsp;

import org.jcsp.lang.Channel;
import org.jcsp.lang.One2OneChannel;
import org.jcsp.lang.ProcessInterruptedException;
import org.jcsp.util.Buffer;

/**
 * A thread that is to be let into a region once: when it comes, or again after it has waited
 * inside. Belongs to the thread that makes it; the oracle admits it.
 *
 * <p>The channel has a buffer, so that the oracle waits for nobody, and an interrupt of the thread
 * takes nothing from it.
 */
final class Entrant {
  /** Why a thread asks to be let in. */
  enum Reason {
    /** It comes from outside. */
    COMES,
    /** It waited inside, and was signalled. */
    SIGNALLED,
    /** It waited inside, and its time is over. */
    EXPIRED,
    /** It waited inside, and was interrupted. */
    INTERRUPTED
  }

  /** What an oracle is asked: to let a thread in. */
  record Request(Entrant entrant, Reason reason) {}

  private final One2OneChannel<Reason> admission = Channel.one2one(new Buffer<>(1));

  /** Lets the thread in, for a reason. */
  void admit(Reason reason) {
    admission.out().write(reason);
  }

  /**
   * Waits to be let in.
   *
   * @return why it was
   * @throws ProcessInterruptedException if the thread was interrupted, whose status is cleared; it
   *     may wait again
   */
  Reason awaitAdmission() {
    return admission.in().read();
  }

  /** Waits to be let in, without regard to interrupts: those are still the thread's afterwards. */
  Reason awaitAdmissionWhatever() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return awaitAdmission();
        } catch (ProcessInterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
