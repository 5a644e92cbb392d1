package cal.reactive;

import cal.core.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of both reactive models. */
final class ReactiveSettings {
  static final Setting<Duration> SLOW_STEP =
      Setting.duration(
          "reactive.slow-step",
          "100ms",
          "how long an activity may keep its event loop before it is reported with its stack; 0s"
              + " never reports, nor looks after a loop that waits for a socket of its own under a"
              + " native frame");

  static final Setting<Integer> BACKLOG =
      Setting.number(
          "reactive.backlog",
          4096,
          1,
          65_535,
          "connections",
          "connections that the system holds until they are accepted, where the server names no"
              + " number");

  static final Setting<Duration> IDLE_TIMEOUT =
      Setting.duration(
          "reactive.idle-timeout",
          "0s",
          "after which a connection on which nothing comes or goes is taken to have ended, while"
              + " its activity waits for input; 0s is never");

  private static final int MOST_LOOPS = 1024;

  static final Setting<Integer> LOOPS =
      new Setting<>(
          "reactive-pool.loops",
          "cores, or 1 to " + MOST_LOOPS + " event loops",
          "cores",
          "event loops, each a platform thread; by default one a core",
          ReactiveSettings::loops);

  private ReactiveSettings() {}

  static List<Setting<?>> ofEveryLoop() {
    return List.of(SLOW_STEP, BACKLOG, IDLE_TIMEOUT);
  }

  private static int loops(String text) {
    int number =
        text.equals("cores")
            ? Math.min(Runtime.getRuntime().availableProcessors(), MOST_LOOPS)
            : Integer.parseInt(text);
    if (number < 1 || number > MOST_LOOPS) {
      throw new IllegalArgumentException("out of range");
    }
    return number;
  }
}
