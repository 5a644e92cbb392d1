package cal.simulation.internal.schedule;

/** A run that cannot go on: no thread can, or the virtual time is over. */
public final class Stuck extends RuntimeException {
  private static final long serialVersionUID = 1;

  Stuck(String message) {
    super(message, null, false, false);
  }
}
