package cal.agent.top;

/** A process with unreachable stages; the message has the reason and the remedy. */
public final class Unreachable extends Exception {
  private static final long serialVersionUID = 1L;

  Unreachable(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
