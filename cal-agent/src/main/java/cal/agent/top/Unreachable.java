package cal.agent.top;

/** A process whose stages cannot be seen; the message says why, and the remedy. */
public final class Unreachable extends Exception {
  private static final long serialVersionUID = 1L;

  Unreachable(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
