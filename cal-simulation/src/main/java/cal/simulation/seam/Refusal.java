package cal.simulation.seam;

/** The program does what cannot be simulated. The run has ended, whoever catches this. */
public final class Refusal extends Error {
  private static final long serialVersionUID = 1;

  /**
   * An exception.
   *
   * @param message names what is missing, and the remedy
   */
  public Refusal(String message) {
    super(message);
  }
}
