package cal.bench.experiment;

/** The file of an experiment asks for the impossible: a sentence, with the line and the remedy. */
public final class MalformedExperiment extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Tells the mistake. */
  public MalformedExperiment(String sentence) {
    super(sentence);
  }

  /** Tells the mistake, with the cause. */
  public MalformedExperiment(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
