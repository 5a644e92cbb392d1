package cal.cli.support;

import picocli.CommandLine.IExitCodeGenerator;

/** The failure that ends a command: one sentence for people, and an exit status. Immutable. */
public final class Failure extends RuntimeException implements IExitCodeGenerator {
  private static final long serialVersionUID = 1L;

  private final int status;

  /** One sentence. */
  public Failure(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /** One sentence, and what was met. */
  public Failure(int status, String sentence, Throwable cause) {
    super(sentence, cause);
    this.status = status;
  }

  /** The exit status. */
  public int status() {
    return status;
  }

  @Override
  public int getExitCode() {
    return status;
  }
}
