package cal.reactive;

import cal.core.spi.ConfigurationException;
import cal.core.spi.Cores;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The settings of both reactive models: all of them a runtime's, whose stages share event loops and
 * sockets.
 *
 * @param patience with turns that take long
 * @param backlog connections that the system holds until they are accepted
 * @param limits of each connection
 * @param readAhead bytes that all connections together may keep of what was read ahead
 * @param transport beneath the loops
 * @param scheduling of activities
 * @param cores that loops run on
 */
record ReactiveSettings(
    Patience patience,
    int backlog,
    SocketLimits limits,
    long readAhead,
    Transport transport,
    Scheduling scheduling,
    Cores cores) {
  static final Setting<Scheduling> SCHEDULER =
      Setting.choice(
              "reactive.scheduler",
              Scheduling.AUTO,
              "what schedules activities: their event loops, which needs java.lang of the JDK"
                  + " opened; the jdk itself, which is slower; or, by auto, event loops where"
                  + " they can")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Transport> TRANSPORT =
      new Setting<>(
          "reactive.transport",
          "auto, nio, epoll, io_uring",
          "auto",
          "how event loops learn which connections are ready: nio is the JDK's selector, epoll"
              + " needs Linux, io_uring Linux 6.1, and both native access, and auto is epoll where"
              + " that can be had",
          ReactiveSettings::transport,
          Setting.Scope.RUNTIME);

  static final Setting<Duration> SLOW_STEP =
      Setting.duration(
              "reactive.slow-step",
              "100ms",
              "how long an activity may keep its event loop before it is reported with its stack;"
                  + " 0s never reports")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Duration> LEND_AFTER =
      Setting.duration(
              "reactive.lend-after",
              "10ms",
              "how long an activity may keep the thread of its event loop before a spare thread"
                  + " goes on with the loop's other activities; 0s never lends a loop, which may"
                  + " then stand still for good where a class initialiser waits for another"
                  + " activity; over io_uring, an idle loop has a busy one lent all the same")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Integer> SPARE_THREADS =
      Setting.number(
              "reactive.spare-threads",
              64,
              1,
              4096,
              "threads",
              "spare threads of all event loops at most; without one, a loop waits for its"
                  + " activity")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Cores> CORES =
      Cores.setting(
              "reactive.cores",
              "cores of the machine that the threads of event loops run on, on Linux, and those"
                  + " that they make; all pins none")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Integer> BACKLOG =
      Setting.number(
              "reactive.backlog",
              4096,
              1,
              65_535,
              "connections",
              "connections that the system holds until they are accepted, where the server names no"
                  + " number")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Duration> IDLE_TIMEOUT =
      Setting.duration(
              "reactive.idle-timeout",
              "0s",
              "after which a connection on which nothing comes or goes is taken to have ended,"
                  + " while its activity waits for input; 0s is never")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Duration> WRITE_TIMEOUT =
      Setting.duration(
              "reactive.write-timeout",
              "0s",
              "how long a write may wait for its peer to take the next 128 KiB of it, or all that"
                  + " is left; then it fails, and resets the connection; 0s is for ever")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Integer> READ_AHEAD =
      Setting.number(
              "reactive.read-ahead",
              Scratch.SIZE,
              0,
              Scratch.SIZE,
              "bytes",
              "what is read of a connection at most before the server asks for it; it begins with"
                  + " 8192, and again whenever the server has left some of it")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Integer> READ_AHEAD_PERCENT =
      Setting.number(
              "reactive.read-ahead-percent",
              5,
              0,
              50,
              "percent of the heap",
              "what is kept of that for all connections at most; near this limit less is read"
                  + " ahead, and at last nothing")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Duration> CALL_LEFT_AFTER =
      Setting.duration(
              "reactive.call-left-after",
              "0s",
              "for tests: when a step that awaits input is called without it; one that then goes"
                  + " on, as its binding said that it would not, fails; 0s is never")
          .in(Setting.Scope.RUNTIME);

  private static final int MOST_LOOPS = 1024;

  static final Setting<Integer> LOOPS =
      new Setting<>(
          "reactive-pool.loops",
          "cores, or 1 to " + MOST_LOOPS + " event loops",
          "cores",
          "event loops, each a platform thread; by default one a core",
          ReactiveSettings::loops,
          Setting.Scope.RUNTIME);

  /** Those of the runtime that a stage belongs to. */
  static ReactiveSettings of(Stage stage) {
    return new ReactiveSettings(
        new Patience(
            stage.setting(SLOW_STEP), stage.setting(LEND_AFTER), stage.setting(SPARE_THREADS)),
        stage.setting(BACKLOG),
        new SocketLimits(
            stage.setting(IDLE_TIMEOUT).toMillis(),
            stage.setting(WRITE_TIMEOUT).toMillis(),
            stage.setting(READ_AHEAD)),
        Runtime.getRuntime().maxMemory() / 100 * stage.setting(READ_AHEAD_PERCENT),
        stage.setting(TRANSPORT),
        stage.setting(SCHEDULER),
        requireCores(stage));
  }

  private static Cores requireCores(Stage stage) {
    Cores cores = stage.setting(CORES);
    String said = "cal." + CORES.key() + "=" + cores;
    if (!cores.isAll() && !stage.setting(SCHEDULER).byLoops()) {
      throw new ConfigurationException(
          said
              + " pins event loops, and the JDK schedules the activities here; have loops schedule"
              + " them, as cal.reactive.scheduler says, or leave it out");
    }
    cores.require(said);
    return cores;
  }

  static List<Setting<?>> ofEveryLoop() {
    return List.of(
        SLOW_STEP,
        LEND_AFTER,
        SPARE_THREADS,
        CORES,
        BACKLOG,
        IDLE_TIMEOUT,
        WRITE_TIMEOUT,
        READ_AHEAD,
        READ_AHEAD_PERCENT,
        TRANSPORT,
        SCHEDULER,
        CALL_LEFT_AFTER);
  }

  private static Transport transport(String text) {
    return Arrays.stream(Transport.values())
        .filter(transport -> transport.spelling().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown"));
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
