package cal.bench;

import cal.bench.load.Sessions;
import java.time.Duration;
import java.util.List;

/**
 * What clients do with the ORB, under which model it is measured, and what that has to reach.
 * Immutable.
 *
 * @param name on the command line
 * @param service what clients ask for
 * @param clients how many
 * @param sessions how they use their connections
 * @param model the best one for this, or two: of connections, and of requests
 * @param goal answers a second over those of JacORB as it is; null where that is only shown
 * @param goalTuned the same over JacORB tuned
 */
record OrbCase(
    String name,
    String service,
    int clients,
    Sessions sessions,
    String model,
    Double goal,
    Double goalTuned) {
  private static final String FACTOR = "orb-factor";
  private static final String UPLOAD = "orb-upload-80k";

  /** The cases that are measured for the record. */
  static final List<OrbCase> ALL =
      List.of(
          new OrbCase("factor-100", FACTOR, 100, Sessions.LONG, "reactive", 1.05, 1.0),
          new OrbCase("factor-1000", FACTOR, 1000, Sessions.LONG, "reactive", 1.5, 1.0),
          new OrbCase("factor-2000", FACTOR, 2000, Sessions.LONG, "reactive", 1.5, 1.0),
          new OrbCase("factor-4000", FACTOR, 4000, Sessions.LONG, "reactive", null, null),
          new OrbCase("factor-1000-short", FACTOR, 1000, Sessions.SHORT, "reactive", 1.35, 1.0),
          new OrbCase("upload-100", UPLOAD, 100, Sessions.LONG, "reactive+sequential", 2.5, 1.4),
          new OrbCase("upload-1000", UPLOAD, 1000, Sessions.LONG, "reactive+sequential", 4.6, 1.5),
          new OrbCase("upload-1000-short", UPLOAD, 1000, Sessions.SHORT, "reactive+sequential", 3.1, 1.9));

  /** The same under another model. */
  OrbCase under(String other) {
    return new OrbCase(name, service, clients, sessions, other, goal, goalTuned);
  }

  /** A turn so long that every client has several answers, and fairness can be told. */
  Duration longTurn(Duration turn) {
    return turn.multipliedBy(Math.max(3, clients / 200));
  }
}
