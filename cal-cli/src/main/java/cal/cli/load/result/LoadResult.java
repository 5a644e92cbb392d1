package cal.cli.load.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;

/**
 * The results of a round of load. Immutable; the names of JSON fields are stable.
 *
 * @param service {@code upload} or {@code factor}
 * @param sessions the use of connections
 * @param server host and port
 * @param requestBytes length of a request, headers included
 * @param clients the number of clients
 * @param clientsServed the number of clients with at least an answer
 * @param seconds the length of the counting window
 * @param answers right answers within the window
 * @param lateAnswers right answers after the window, to requests sent within
 * @param answersPerSecond right answers within the window, a second
 * @param latency of right answers; null without an answer
 * @param connection of short sessions: from the wish to connect to the connection; else null
 * @param firstByte of answers by HTTP: up to the first byte; else null
 * @param megabitsPerSecond the contents of these answers, in 10^6 bits a second
 * @param fairness (mean - standard deviation) / mean of the answers to each client; null if none
 * @param errors the number of each seen kind of error
 * @param serverPid the server's process; null if unknown
 * @param serverCpuSeconds the server's CPU time during the round; null if unknown
 * @param serverCpuSecondsPer1000 the same, for 1,000 right answers, late ones included; null if
 *     unknown
 * @param generatorCpuShare the share of a core taken by the busiest thread of the load generator, 0
 *     to 1
 * @param othersCpuShare the share of the server's cores taken by others than server and load
 *     generator, 0 to 1; null if unknown
 * @param warnings sentences for readers of the figures
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
    @JsonProperty("first_byte") Latency firstByte,
    @JsonProperty("megabits_per_second") double megabitsPerSecond,
    @JsonProperty("fairness") Double fairness,
    @JsonProperty("errors") Map<ErrorKind, Long> errors,
    @JsonProperty("server_pid") Long serverPid,
    @JsonProperty("server_cpu_seconds") Double serverCpuSeconds,
    @JsonProperty("server_cpu_seconds_per_1000_answers") Double serverCpuSecondsPer1000,
    @JsonProperty("generator_cpu_share") double generatorCpuShare,
    @JsonProperty("others_cpu_share") Double othersCpuShare,
    @JsonProperty("warnings") List<String> warnings) {
  /** From this share of a core on the load generator may limit the answers a second. */
  public static final double BUSY = 0.8;

  /** Above this share of the server's cores, other work may change every figure. */
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

  /** Whether the server did its work: some answers, and never a wrong answer. */
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
