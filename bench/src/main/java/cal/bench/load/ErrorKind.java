package cal.bench.load;

/** What can go wrong between a client and the server. */
public enum ErrorKind {
  /** Nobody listens there, or the backlog was full. */
  CONNECT_REFUSED,
  /** Any other failure to connect: no route, no local port or file descriptor left. */
  CONNECT_FAILED,
  /** The connection was reset, or writing to it failed. */
  RESET,
  /** The server ended the stream before it had answered. */
  CLOSED,
  /** An answer came that is not the right one. */
  WRONG_ANSWER,
  /** No answer within the limit, or none to anybody in the whole round. */
  TIMEOUT,
  /** Bytes came that nobody had asked for. */
  PROTOCOL
}
