package cal.bench.demo;

import cal.bench.experiment.Median;
import cal.bench.tournament.Contestant;
import cal.bench.tournament.Slot;
import cal.cli.load.result.ErrorKind;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * A server under a service's load. Immutable.
 *
 * @param service as experiments name it
 * @param server a model, or a server by hand
 * @param answersPerSecond the median of all rounds
 * @param cpuMicros of an answer, the median of all rounds; infinite without an answer
 * @param index beside the baseline
 * @param clientsServed those with an answer in some round
 * @param errors of all rounds
 */
record Turn(
    @JsonProperty("service") String service,
    @JsonProperty("server") String server,
    @JsonProperty("answers_per_second") double answersPerSecond,
    @JsonProperty("cpu_micros_an_answer") double cpuMicros,
    @JsonProperty("cpu_index") Range index,
    @JsonProperty("clients_served") long clientsServed,
    @JsonProperty("errors") Map<ErrorKind, Long> errors) {
  /** Of the results of a server, and of the baseline. */
  static Turn of(String service, String server, Contestant results, Contestant baseline) {
    List<Slot> slots = results.slots();
    return new Turn(
        service,
        server,
        Median.of(slots, Slot::rate),
        1000 * Median.of(slots, Slot::cpu),
        Range.of(slots, baseline.slots()),
        results.served(),
        results.errors());
  }
}
