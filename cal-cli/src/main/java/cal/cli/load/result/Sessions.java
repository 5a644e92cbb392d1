package cal.cli.load.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A client's use of connections. A single request is in flight at a time. */
public enum Sessions {
  /**
   * A single connection for the whole run; latency is from a request's first byte to the answer.
   */
  @JsonProperty("long")
  LONG,
  /**
   * Connect, a request, or the requests of a visit, close, and again; the latency of the first is
   * from the start of connecting to the answer.
   */
  @JsonProperty("short")
  SHORT;

  /** The name on the command line and in JSON, {@code long} or {@code short}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
