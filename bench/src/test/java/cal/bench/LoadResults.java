package cal.bench;

import cal.cli.load.result.Latency;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import java.util.List;
import java.util.Map;

/** Rounds of load as tests need them. Stateless. */
public final class LoadResults {
  private LoadResults() {}

  /** A round of a second with 100 answers, all of which took so long. */
  public static LoadResult taking(int millis) {
    return of(100, new Latency(0, 0, 0, millis * 1000L, 0, 0), null);
  }

  /** A round of a second with so many answers, all of which took so long. */
  public static LoadResult taking(int millis, int answers) {
    return of(answers, new Latency(millis * 1000.0, 0, 0, 0, 0, 0), null);
  }

  public static LoadResult starved() {
    return answering(0);
  }

  /** A round of a second and a second of CPU time, with so many answers. */
  public static LoadResult answering(int answers) {
    return of(answers, null, null);
  }

  public static LoadResult withOthers(Double share) {
    return of(100, null, share);
  }

  private static LoadResult of(int answers, Latency latency, Double others) {
    return new LoadResult(
        "upload",
        Sessions.LONG,
        "127.0.0.1:4000",
        68,
        10,
        10,
        1,
        answers,
        0,
        answers,
        latency,
        null,
        null,
        0,
        null,
        Map.of(),
        null,
        1.0,
        answers == 0 ? null : 1000.0 / answers,
        0,
        others,
        List.of());
  }
}
