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
   * @throws IllegalArgumentException if the status is another
   */
  public HttpException(int status, String reason) {
    super(reason, null, false, false);
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("status=" + status + " must be 400 to 599");
    }
    this.status = status;
  }

  /**
   * Tells the status.
   *
   * @return 400 to 599
   */
  public int status() {
    return status;
  }
}
