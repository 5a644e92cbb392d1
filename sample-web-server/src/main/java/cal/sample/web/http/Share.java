package cal.sample.web.http;

/** A request's part of all {@link Contents}. For a single thread. */
final class Share implements AutoCloseable {
  private final Contents all;
  private long bytes;

  Share(Contents all) {
    this.all = all;
  }

  /** Takes more. */
  void take(long more) throws HttpException {
    if (!all.take(more)) {
      throw new HttpException(503, "too many contents of requests at once");
    }
    bytes += more;
  }

  /** Gives all back. */
  @Override
  public void close() {
    if (bytes > 0) {
      all.giveBack(bytes);
      bytes = 0;
    }
  }
}
