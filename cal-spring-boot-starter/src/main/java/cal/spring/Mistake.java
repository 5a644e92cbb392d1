package cal.spring;

import cal.core.spi.ConfigurationException;
import java.util.function.Supplier;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A mistake in a setting of CAL: the application does not start, and has exit status 2. */
final class Mistake extends RuntimeException implements ExitCodeGenerator {
  private static final long serialVersionUID = 1L;
  private static final int STATUS = 2;

  private Mistake(ConfigurationException mistake) {
    super(mistake.getMessage(), mistake);
  }

  /**
   * Makes something of settings.
   *
   * @throws Mistake for a wrong setting
   */
  static <T> T refused(Supplier<T> making) {
    try {
      return making.get();
    } catch (ConfigurationException mistake) {
      throw new Mistake(mistake);
    }
  }

  @Override
  public int getExitCode() {
    return STATUS;
  }

  /** The sentence in place of a stack trace. */
  static final class Analyzer extends AbstractFailureAnalyzer<Mistake> {
    /** For Boot. */
    Analyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, Mistake mistake) {
      return new FailureAnalysis("cal: " + mistake.getMessage(), null, mistake);
    }
  }
}
