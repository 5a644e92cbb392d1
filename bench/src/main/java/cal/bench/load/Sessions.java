package cal.bench.load;

/** How a client uses its connections. One request is in flight at a time (a closed loop). */
public enum Sessions {
  /** One connection for the whole run; latency is from a request's first byte to its answer. */
  LONG,
  /**
   * Connect, one request, close, and again; latency is from the start of connecting to the answer.
   */
  SHORT
}
