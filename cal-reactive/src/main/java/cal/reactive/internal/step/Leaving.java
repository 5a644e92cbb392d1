package cal.reactive.internal.step;

import cal.core.internal.support.Log;
import cal.core.spi.CapturedActivity;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The rules of a stage for activities that leave their steps: the binding promises that a step
 * begins by reading the named socket. Thread-safe.
 */
public final class Leaving {
  private final long graceMillis;
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * Of a stage.
   *
   * @param graceMillis time until a step is called without its input, and fails by going on
   *     without; 0 for never
   */
  public Leaving(long graceMillis) {
    this.graceMillis = graceMillis;
  }

  /** Time until a step is called without its input; 0 for never. */
  long graceMillis() {
    return graceMillis;
  }

  /**
   * Tells, once in a stage, of a step that did not begin with the input named by its binding.
   *
   * @throws IllegalStateException the same, for steps called without their input
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
      Log.log(
          Level.WARNING, sentence + "; its activity keeps a thread from now on: " + activity, null);
    }
    if (graceMillis > 0) {
      throw new IllegalStateException(sentence);
    }
  }
}
