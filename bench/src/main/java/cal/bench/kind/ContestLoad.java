package cal.bench.kind;

import cal.bench.adopted.AdoptedServer;
import cal.bench.adopted.Crowd;
import cal.bench.experiment.Parameters;
import cal.bench.server.Services;
import cal.bench.tournament.Tournament;
import cal.cli.load.Clients;
import cal.cli.load.LoadSession;
import cal.cli.load.LoadSpec;
import cal.cli.load.Pace;
import cal.cli.load.result.Sessions;
import cal.cli.server.ServerProcess;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a load that is the same in all cases of a contest. Immutable.
 *
 * @param think the mean of the exponentially distributed pauses of a client; zero for none
 * @param timeout how long an answer may take
 * @param idle connections beside the clients that had an answer each, and ask for nothing more
 * @param store how long each frame takes in the server, as {@code compute:10ms}; empty for no time
 * @param behind the same of a server behind, to which frames go on; empty for no such server
 * @param bandwidth of the answers, megabits a second; 0 for no limit
 */
record ContestLoad(
    Duration think, Duration timeout, int idle, String store, String behind, int bandwidth) {
  private static final long SEED = 1;
  private static final int MOST_IDLE = 10_000;
  private static final int MOST_MEGABITS = 100_000;
  private static final Pattern TIME = Pattern.compile("(compute|wait|disk):(\\d{1,5})([mu])s");

  /** By {@code think} and the other keys of these names. */
  static ContestLoad of(Parameters parameters, boolean smoke) {
    ContestLoad load =
        new ContestLoad(
            parameters.seconds("think", 0),
            parameters.seconds("timeout", 30),
            parameters.whole("idle", 0, 0, MOST_IDLE),
            time(parameters, "store"),
            time(parameters, "behind"),
            parameters.whole("bandwidth", 0, 1, MOST_MEGABITS));
    if (!load.behind.isEmpty() && load.store.isEmpty()) {
      throw parameters.mistake("behind", "there is no store before it; write store: wait:10ms");
    }
    if (!smoke) {
      return load;
    }
    Duration shorter = load.isThinking() ? Duration.ofMillis(10) : Duration.ZERO;
    int fewer = Math.min(load.idle, 20);
    int wider = 10 * load.bandwidth; // so that an answer fits into a slot
    return new ContestLoad(shorter, load.timeout, fewer, load.store, load.behind, wider);
  }

  private static String time(Parameters parameters, String key) {
    String text = parameters.text(key, "");
    if (!text.isEmpty() && !TIME.matcher(text).matches()) {
      throw parameters.mistake(
          key,
          key + "=" + text + " is no time of a frame; write compute:10ms, wait:10ms or disk:10ms");
    }
    return text;
  }

  /** How long the disk of a server behind has a frame; 0 without such a disk. */
  double secondsAtDiskBehind() {
    Matcher time = TIME.matcher(behind);
    return time.matches() && time.group(1).equals("disk")
        ? Double.parseDouble(time.group(2)) / (time.group(3).equals("m") ? 1e3 : 1e6)
        : 0;
  }

  boolean isThinking() {
    return think.isPositive();
  }

  /**
   * Of a case.
   *
   * @param every whether the server has a listener for each service
   */
  Tournament.Load of(Map<String, String> labels, boolean every) {
    String service = labels.get(GridPlan.SERVICE);
    int clients = Integer.parseInt(labels.get(GridPlan.CLIENTS));
    if (Services.isAdopted(service)) {
      AdoptedServer program = AdoptedServer.of(service);
      return new Tournament.Load(
          (server, most, pace) ->
              new Crowd(program, server.address(), server.pid(), Math.min(most, clients)));
    }
    Sessions sessions = Sessions.valueOf(labels.get(GridPlan.SESSIONS).toUpperCase(Locale.ROOT));
    return new Tournament.Load(
        opening(service, sessions, clients, every),
        idle == 0 ? null : opening(service, Sessions.LONG, idle, every),
        idle);
  }

  private Clients.Opening<ServerProcess> opening(
      String service, Sessions sessions, int clients, boolean every) {
    return (server, most, pace) -> {
      LoadSpec spec =
          new LoadSpec(
                  every ? server.address(Services.protocol(service)) : server.address(),
                  Services.workload(service),
                  sessions,
                  clients,
                  1,
                  timeout)
              .at(isThinking() ? new Pace.Thinking(think, SEED) : pace)
              .atMost(most);
      return LoadSession.open(spec.limitedTo(bandwidth), OptionalLong.of(server.pid()));
    };
  }

  /** How answers are limited, for readers; empty where they are not. */
  String limit() {
    return bandwidth == 0 ? "" : " Answers are limited by a token bucket of the clients.";
  }
}
