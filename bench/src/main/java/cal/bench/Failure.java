package cal.bench;

/** What ends a command: one sentence for people, and an exit status. Immutable. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  Failure(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  Failure(int status, String sentence, Throwable cause) {
    super(sentence, cause);
    this.status = status;
  }

  int status() {
    return status;
  }
}
