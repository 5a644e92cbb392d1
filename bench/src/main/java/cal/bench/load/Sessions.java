package cal.bench.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** How a client uses its connections. One request is in flight at a time. */
public enum Sessions {
  /** One connection for the whole run; latency is from a request's first byte to its answer. */
  @JsonProperty("long")
  LONG,
  /**
   * Connect, one request, or those of a visit, close, and again; the latency of the first is from
   * the start of connecting to the answer.
   */
  @JsonProperty("short")
  SHORT;

  /** Its name on the command line and in JSON, {@code long} or {@code short}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
