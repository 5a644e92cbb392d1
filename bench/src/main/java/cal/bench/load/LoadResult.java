package cal.bench.load;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;

/**
 * The results of one round of load. Immutable; its JSON field names are stable.
 *
 * @param service {@code upload} or {@code factor}
 * @param sessions how clients used their connections
 * @param server host and port
 * @param requestBytes length of a request, headers included
 * @param clients how many clients there were
 * @param clientsServed how many of them got at least one answer
 * @param seconds the length of the window in which answers count
 * @param answers right answers within the window
 * @param lateAnswers right answers after it, to requests sent within it
 * @param answersPerSecond right answers within the window, a second of it
 * @param latency how long right answers took; null if there were none
 * @param connection of short sessions: from the wish to connect until that was done; else null
 * @param fairness (mean - standard deviation) / mean of the answers to each client; null if none
 * @param errors how often each kind of error was seen; kinds that were not seen are left out
 * @param serverPid the server's process; null if unknown
 * @param serverCpuSeconds its CPU time during the round; null if unknown
 * @param serverCpuSecondsPer1000 the same, for 1,000 right answers, late ones included; null if
 *     unknown
 * @param generatorCpuShare the share of its core that the busiest thread of the load generator
 *     took, 0 to 1
 * @param othersCpuShare the share of the server's cores that neither the server nor the load
 *     generator took, 0 to 1; null if unknown
 * @param warnings sentences that a reader of the figures must know
 */
@JsonPropertyOrder
public record LoadResult(
    @JsonProperty("service") String service,
    @JsonProperty("sessions") Sessions sessions,
    @JsonProperty("server") String server,
    @JsonProperty("request_bytes") int requestBytes,
    @JsonProperty("clients") int clients,
    @JsonProperty("clients_served") int clientsServed,
    @JsonProperty("seconds") double seconds,
    @JsonProperty("answers") long answers,
    @JsonProperty("late_answers") long lateAnswers,
    @JsonProperty("answers_per_second") double answersPerSecond,
    @JsonProperty("latency") Latency latency,
    @JsonProperty("connection") Latency connection,
    @JsonProperty("fairness") Double fairness,
    @JsonProperty("errors") Map<ErrorKind, Long> errors,
    @JsonProperty("server_pid") Long serverPid,
    @JsonProperty("server_cpu_seconds") Double serverCpuSeconds,
    @JsonProperty("server_cpu_seconds_per_1000_answers") Double serverCpuSecondsPer1000,
    @JsonProperty("generator_cpu_share") double generatorCpuShare,
    @JsonProperty("others_cpu_share") Double othersCpuShare,
    @JsonProperty("warnings") List<String> warnings) {
  /** From this share of its core on the load generator may be what limits the answers a second. */
  public static final double BUSY = 0.8;

  /** Above this share of the server's cores, what others take of them may change every figure. */
  public static final double DISTURBED = 0.1;

  /** Copies the collections. */
  public LoadResult {
    errors = Map.copyOf(errors);
    warnings = List.copyOf(warnings);
  }

  /** All errors, of whatever kind. */
  @JsonIgnore
  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Median latency of right answers, in ms; infinite if there were none. */
  public double p50Millis() {
    return latency == null ? Double.POSITIVE_INFINITY : latency.p50Micros() / 1000.0;
  }

  /** Their 99th percentile, in ms; infinite if there were none. */
  public double p99Millis() {
    return latency == null ? Double.POSITIVE_INFINITY : latency.p99Micros() / 1000.0;
  }

  /** Whether the server did its work: it answered somebody, and never wrongly. */
  @JsonIgnore
  public boolean isRight() {
    return answers > 0 && !isWrong();
  }

  /** Whether the server gave a wrong answer. */
  @JsonIgnore
  public boolean isWrong() {
    return errors.containsKey(ErrorKind.WRONG_ANSWER) || errors.containsKey(ErrorKind.PROTOCOL);
  }
}
