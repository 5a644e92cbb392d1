package cal.agent.top;

import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.core.spi.StageStatus;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The counts of stages, as text and as JSON. Immutable.
 *
 * @param stages the counts of each
 * @param readAhead what is kept of input that no stage has asked for
 */
record StageTable(List<StageStatus> stages, List<ReadAheadStatus> readAhead) {
  private static final String ROW = "%-20s %-14s %9s %9s %9s %12s %12s %9s %9s %10s%n";

  /**
   * An aligned table.
   *
   * @param before the counts some time ago; empty if they are not known
   * @param seconds how long ago
   */
  String text(List<StageStatus> before, double seconds) {
    Map<String, Long> captured =
        before.stream().collect(Collectors.toMap(StageStatus::stage, StageStatus::captured));
    StringBuilder text = new StringBuilder();
    text.append(
        ROW.formatted(
            "stage",
            "model",
            "active",
            "queued",
            "limit",
            "captured",
            "completed",
            "failed",
            "rejected",
            "captured/s"));
    for (StageStatus one : stages) {
      Long then = captured.get(one.stage());
      text.append(
          ROW.formatted(
              one.stage(),
              one.model(),
              one.active(),
              one.queued(),
              one.limit() == 0 ? "-" : one.limit(),
              one.captured(),
              one.completed(),
              one.failed(),
              one.rejected(),
              then == null ? "-" : Math.round((one.captured() - then) / seconds)));
    }
    for (ReadAheadStatus one : readAhead) {
      text.append(
          "read ahead by %s: %d of %d bytes%n".formatted(one.reader(), one.bytes(), one.limit()));
    }
    return text.toString();
  }

  /** One object (RFC 8259); the names of stages and models need no quoting. */
  String json(long pid) {
    String rows =
        stages.stream()
            .map(
                one ->
                    "{\"stage\":\"%s\",\"model\":\"%s\",\"captured\":%d,\"active\":%d,\"queued\":%d,"
                            .formatted(
                                one.stage(),
                                one.model(),
                                one.captured(),
                                one.active(),
                                one.queued())
                        + "\"rejected\":%d,\"failed\":%d,\"completed\":%d,\"limit\":%d}"
                            .formatted(one.rejected(), one.failed(), one.completed(), one.limit()))
            .collect(Collectors.joining(","));
    String readers =
        readAhead.stream()
            .map(
                one ->
                    "{\"reader\":\"%s\",\"bytes\":%d,\"limit\":%d}"
                        .formatted(one.reader(), one.bytes(), one.limit()))
            .collect(Collectors.joining(","));
    return "{\"pid\":" + pid + ",\"stages\":[" + rows + "],\"readAhead\":[" + readers + "]}";
  }
}
