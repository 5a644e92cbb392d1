package cal.bench;

import cal.bench.load.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What clients do with the ORB, under which model it is measured, and what that has to reach.
 * Immutable.
 *
 * @param name on the command line
 * @param service what clients ask for
 * @param clients how many
 * @param sessions how they use their connections
 * @param models that are tried for this, each one, or two: of connections, and of requests
 * @param goal answers a second over those of JacORB as it is; null where that is only shown
 * @param goalTuned the same over JacORB tuned
 */
record OrbCase(
    String name,
    String service,
    int clients,
    Sessions sessions,
    List<String> models,
    Double goal,
    Double goalTuned) {
  private static final String FACTOR = "orb-factor";
  private static final String UPLOAD = "orb-upload-80k";

  /** Clients of long factor sessions get the same, as far as that. */
  private static final double FAIR = 0.85;

  /** For any number of clients; no more than this process may open files for. */
  private static final List<String> FACTORS =
      List.of("reactive", "reactive+sequential", "virtual", "reactive+executor-pool");

  /** Pools of 100 threads as well, each of which serves one connection to its end. */
  private static final List<String> FACTORS_OF_FEW =
      Stream.concat(FACTORS.stream(), Stream.of("thread-pool", "executor-pool")).toList();

  private static final List<String> UPLOADS = List.of("reactive+sequential", "virtual+sequential");

  /** The cases that are measured for the record. */
  static final List<OrbCase> ALL =
      List.of(
          new OrbCase("factor-100", FACTOR, 100, Sessions.LONG, FACTORS_OF_FEW, 1.05, 1.0),
          new OrbCase("factor-1000", FACTOR, 1000, Sessions.LONG, FACTORS, 1.5, 1.0),
          new OrbCase("factor-2000", FACTOR, 2000, Sessions.LONG, FACTORS, 1.5, 1.0),
          new OrbCase("factor-4000", FACTOR, 4000, Sessions.LONG, FACTORS, null, null),
          new OrbCase("factor-1000-short", FACTOR, 1000, Sessions.SHORT, FACTORS_OF_FEW, 1.35, 1.0),
          new OrbCase("upload-100", UPLOAD, 100, Sessions.LONG, UPLOADS, 2.5, 1.4),
          new OrbCase("upload-1000", UPLOAD, 1000, Sessions.LONG, UPLOADS, 4.6, 1.5),
          new OrbCase("upload-1000-short", UPLOAD, 1000, Sessions.SHORT, UPLOADS, 3.1, 1.9));

  /** The same under another model. */
  OrbCase under(String other) {
    return new OrbCase(name, service, clients, sessions, List.of(other), goal, goalTuned);
  }

  /** How fair it has to be; null where that is only shown. */
  Double fairnessGoal() {
    return service.equals(FACTOR) && sessions == Sessions.LONG ? FAIR : null;
  }

  /** A turn so long that every client has several answers, and fairness can be told. */
  Duration longTurn(Duration turn) {
    return turn.multipliedBy(Math.max(3, clients / 100));
  }
}
