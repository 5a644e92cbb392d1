package cal.bench.layered;

import cal.bench.experiment.Parameters;
import cal.cli.server.Installed;
import cal.core.spi.ConcurrencyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A way to run the mid-level server, all of one source: the threads for connections, and those for
 * their requests. Immutable.
 *
 * @param name of its row and its line
 * @param model of all stages
 * @param requests the model of the stage that requests are handed off to; {@code sequential} is the
 *     connection's own thread
 * @param threads that take requests; 0 for as many as there are clients
 */
record MidLevel(String name, String model, String requests, int threads) {
  private static final int MOST_THREADS = 10_000;
  private static final String IN_PLACE = "sequential";

  /** Of a list in a file. */
  static List<MidLevel> of(Parameters parameters, String key) {
    List<MidLevel> all = new ArrayList<>();
    for (Parameters part : parameters.parts(key, null)) {
      List<String> models = Installed.models().stream().map(ConcurrencyModel::name).toList();
      MidLevel one =
          new MidLevel(
              part.text("name"),
              part.one("model", null, models),
              part.one("requests", IN_PLACE, models),
              part.whole("threads", 0, 1, MOST_THREADS));
      if (one.threads > 0 && !one.requests.endsWith("-pool")) {
        throw part.mistake(
            "threads", one.requests + " has no number of threads; write requests: thread-pool");
      }
      part.requireAllAsked(Set.of());
      all.add(one);
    }
    return all;
  }

  /** The flags that make it so. */
  List<String> flags() {
    List<String> flags = new ArrayList<>(List.of("-Dcal.stage.store.model=" + requests));
    if (threads > 0) {
      flags.add("-Dcal.stage.store." + requests + ".size=" + threads);
    }
    return flags;
  }

  /** Whether requests have other threads than their connections. */
  boolean isHandingOff() {
    return !requests.equals(IN_PLACE);
  }

  /** How many requests it can have at a time. */
  int threads(int clients) {
    return threads == 0 ? clients : threads;
  }
}
