package cal.sample.web.http;

/** The part of all {@link Contents} that one request takes. For one thread. */
final class Share implements AutoCloseable {
  private final Contents all;
  private long bytes;

  Share(Contents all) {
    this.all = all;
  }

  /** Takes more of it. */
  void take(long more) throws HttpException {
    if (!all.take(more)) {
      throw new HttpException(503, "too many contents of requests at once");
    }
    bytes += more;
  }

  /** Gives all of it back. */
  @Override
  public void close() {
    if (bytes > 0) {
      all.giveBack(bytes);
      bytes = 0;
    }
  }
}
