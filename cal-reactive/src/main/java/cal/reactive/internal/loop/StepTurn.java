package cal.reactive.internal.loop;

import java.io.InputStream;

/** A turn that is the next step of an activity: a worker of the loop runs it. */
public interface StepTurn extends Runnable {
  /** The input that the step begins with; null where that is not known. */
  InputStream awaited();

  /** The step did not begin with that input. */
  void mistaken(String how);
}
