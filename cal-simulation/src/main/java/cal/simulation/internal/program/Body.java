package cal.simulation.internal.program;

import java.io.Serializable;

/** The program of a run: a test, or a server with its clients. Immutable. */
public sealed interface Body extends Serializable permits TestMethod, Program {
  /** The program by the classes of one seed, for one run. */
  Running of(ClassLoader loader, World world);

  /** Runs once, as the first thread of a run. */
  interface Running extends Runnable {
    /** Returns the failure of the program; null if none. */
    Throwable failure();
  }
}
