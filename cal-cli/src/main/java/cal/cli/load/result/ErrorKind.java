package cal.cli.load.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Locale;

/** The kinds of errors between a client and the server. */
public enum ErrorKind {
  /** Nobody listens there, or the backlog was full. */
  @JsonProperty("connect_refused")
  CONNECT_REFUSED,
  /** Any other failure to connect: no route, no local port or file descriptor left. */
  @JsonProperty("connect_failed")
  CONNECT_FAILED,
  /** The connection was reset, or a write failed. */
  @JsonProperty("reset")
  RESET,
  /** The server ended the stream before the answer. */
  @JsonProperty("closed")
  CLOSED,
  /** A wrong answer came. */
  @JsonProperty("wrong_answer")
  WRONG_ANSWER,
  /** The server answered "no room now". */
  @JsonProperty("refused")
  REFUSED,
  /** No answer within the limit, or none to anybody in the whole round. */
  @JsonProperty("timeout")
  TIMEOUT,
  /** Bytes came without a request. */
  @JsonProperty("protocol")
  PROTOCOL;

  /** The kind of a failure to connect. */
  public static ErrorKind ofConnecting(IOException failure) {
    return failure instanceof ConnectException ? CONNECT_REFUSED : CONNECT_FAILED;
  }

  /** In words, for people. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
