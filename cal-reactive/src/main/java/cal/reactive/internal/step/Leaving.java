package cal.reactive.internal.step;

import cal.core.spi.CapturedActivity;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The rules of one stage for activities that leave their steps: their binding promises that a step
 * begins by reading the socket that it names. Thread-safe.
 */
public final class Leaving {
  private static final System.Logger LOG = System.getLogger("cal");

  private final long graceMillis;
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * Of a stage.
   *
   * @param graceMillis after which a step is called without its input, and fails if it goes on
   *     without it; 0 for never
   */
  public Leaving(long graceMillis) {
    this.graceMillis = graceMillis;
  }

  /** After which a step is called without its input; 0 for never. */
  long graceMillis() {
    return graceMillis;
  }

  /**
   * Tells, once in a stage, that a step did not begin with the input that its binding named.
   *
   * @throws IllegalStateException the same, where steps are called without their input
   */
  void mistaken(CapturedActivity activity, String how) {
    String sentence =
        "stage="
            + activity.stage().name()
            + ": awaits(..) of its binding named a socket, and the next step "
            + how
            + "; return null there before such a step, which otherwise waits for input of that"
            + " socket, and while the server has input left in a buffer (in cal.yaml: name that"
            + " buffer)";
    activity.stage().mistaken(sentence);
    if (!told.getAndSet(true)) {
      LOG.log(Level.WARNING, sentence + "; its activity keeps a thread from now on: " + activity);
    }
    if (graceMillis > 0) {
      throw new IllegalStateException(sentence);
    }
  }
}
