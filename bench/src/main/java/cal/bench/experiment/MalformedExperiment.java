package cal.bench.experiment;

/** The file of an experiment says what cannot be: one sentence, with the line and the remedy. */
public final class MalformedExperiment extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Tells it. */
  public MalformedExperiment(String sentence) {
    super(sentence);
  }

  /** Tells it, and what was met. */
  public MalformedExperiment(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
