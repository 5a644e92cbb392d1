package cal.reactive.internal.loop;

import java.io.InputStream;

/** A turn for the next step of an activity, run by a worker of the loop. */
public interface StepTurn extends Runnable {
  /** The first input of the step; null if unknown. */
  InputStream awaited();

  /** The step did not begin with this input. */
  void mistaken(String how);
}
