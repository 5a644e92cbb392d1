package cal.sample.web.http;

/** A refused request, with the status of the answer. The connection ends afterwards. */
public final class HttpException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  /**
   * Refuses a request.
   *
   * @param status of the answer, 400 to 599
   * @param reason a clause for the log and the client
   */
  public HttpException(int status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
