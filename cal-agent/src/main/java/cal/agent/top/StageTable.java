package cal.agent.top;

import cal.agent.report.Outline;
import cal.agent.report.TextTable;
import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.CalRuntimeMXBean.HangStatus;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.core.spi.StageStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The counts of stages, as text and as JSON. Immutable.
 *
 * @param stages the counts of each
 * @param readAhead input read ahead of the stages
 * @param left the activities without a thread during a wait for input
 * @param members the calling processes elsewhere
 * @param hangs activities that do not go on, or keep a carrier
 */
public record StageTable(
    List<StageStatus> stages,
    List<ReadAheadStatus> readAhead,
    List<LeftStatus> left,
    List<MemberStatus> members,
    List<HangStatus> hangs) {
  /** The most waits of a stage in the text. */
  private static final int FEW = 5;

  private static final String COLUMNS = "<<>>>>>>>>>";

  private static final List<String> HEADINGS =
      List.of(
          "stage",
          "model",
          "active",
          "queued",
          "limit",
          "captured",
          "completed",
          "failed",
          "rejected",
          "shed",
          "steps/s");

  /**
   * An aligned table.
   *
   * @param before the counts some time ago; empty if unknown
   * @param seconds how long ago
   */
  String text(List<StageStatus> before, double seconds) {
    Map<String, Long> steps =
        before.stream().collect(Collectors.toMap(StageStatus::stage, StageStatus::steps));
    List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
    stages.forEach(one -> rows.add(row(one, steps.get(one.stage()), seconds)));
    StringBuilder text = new StringBuilder();
    TextTable.aligned(COLUMNS, rows).forEach(line -> text.append("%s%n".formatted(line)));
    for (ReadAheadStatus one : readAhead) {
      text.append(
          "read ahead by %s: %d of %d bytes%n".formatted(one.reader(), one.bytes(), one.limit()));
    }
    left.forEach(one -> append(one, text));
    for (MemberStatus one : members) {
      text.append(
          "member %s: %d of %d calls under way, %d answered, %d lost%n"
              .formatted(one.address(), one.calls(), one.limit(), one.answered(), one.lost()));
    }
    for (HangStatus one : hangs) {
      text.append("hangs for %d s: %s%n".formatted(one.seconds(), printable(one.hang())));
    }
    return text.toString();
  }

  private static List<String> row(StageStatus one, Long then, double seconds) {
    return Stream.of(
            one.stage(),
            one.model(),
            one.active(),
            one.queued(),
            one.limit() == 0 ? "-" : one.limit(),
            one.captured(),
            one.completed(),
            one.failed(),
            one.rejected(),
            one.shed(),
            then == null ? "-" : Math.round((one.steps() - then) / seconds))
        .map(String::valueOf)
        .toList();
  }

  private static void append(LeftStatus stage, StringBuilder text) {
    text.append(
        "%s: %d of the active await input and have no thread%n"
            .formatted(stage.stage(), stage.count()));
    for (LeftStatus.Wait one : stage.longest().stream().limit(FEW).toList()) {
      text.append(
          "%8d s  input of %s for %s%n"
              .formatted(one.seconds(), one.awaits(), printable(one.activity())));
    }
  }

  /** A name may have a client's words, and no word may move the cursor. */
  private static String printable(String name) {
    return name.replaceAll("\\p{Cntrl}", "?");
  }

  /** An object (RFC 8259). */
  String json(long pid) {
    Map<String, Object> object = new LinkedHashMap<>(Map.of("pid", pid));
    object.putAll(Outline.fields(this));
    return Outline.json(object);
  }
}
