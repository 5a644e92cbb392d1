package cal.agent.advise;

import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExitCodeGenerator;

/** A server or a load that cannot be tried; the message has the reason, in a sentence. */
final class Untried extends RuntimeException implements IExitCodeGenerator {
  private static final long serialVersionUID = 1L;

  Untried(String sentence, Throwable cause) {
    super(sentence, cause);
  }

  @Override
  public int getExitCode() {
    return ExitCode.USAGE;
  }
}
