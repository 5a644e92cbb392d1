package cal.reactive;

import cal.core.spi.ConfigurationException;
import cal.core.spi.Cores;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import cal.reactive.internal.buffer.Scratch;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.group.Scheduling;
import cal.reactive.internal.socket.SocketLimits;
import cal.reactive.internal.transport.Transport;
import java.time.Duration;
import java.util.List;

/**
 * The settings of the models of event loops: all of a runtime, whose stages share event loops and
 * sockets.
 *
 * @param patience with long turns
 * @param backlog connections that the system holds until they are accepted
 * @param limits of each connection
 * @param readAhead the most read-ahead bytes kept by all connections together
 * @param transport beneath the loops
 * @param scheduling of activities
 * @param cores of the loops
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
              "the scheduler of activities: loops need java.lang of the JDK opened, jdk is slower,"
                  + " auto is loops where possible")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Transport> TRANSPORT =
      new Setting<>(
          "reactive.transport",
          "auto, nio, epoll, io_uring",
          "auto",
          "nio is the JDK's selector, epoll needs Linux, io_uring Linux 6.1, both native access;"
              + " auto is epoll where possible, under proactor io_uring",
          ReactiveSettings::transport,
          Setting.Scope.RUNTIME);

  static final Setting<Duration> SLOW_STEP =
      Setting.duration(
              "reactive.slow-step",
              "100ms",
              "a longer turn, less its waits for a core, is logged with its stack; 0s logs none")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Duration> LEND_AFTER =
      Setting.duration(
              "reactive.lend-after",
              "10ms",
              "the longest turn, less its waits for a core, before a spare thread serves the loop;"
                  + " 0s is never, and a class initialiser may then block a loop; over io_uring an"
                  + " idle loop helps")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Integer> SPARE_THREADS =
      Setting.number(
              "reactive.spare-threads",
              64,
              1,
              4096,
              "threads",
              "the most spare threads of all event loops")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Cores> CORES =
      Cores.setting(
              "reactive.cores",
              "cores for the threads of event loops and their children, on Linux; all pins none")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Integer> BACKLOG =
      Setting.number(
              "reactive.backlog",
              4096,
              1,
              65_535,
              "connections",
              "connections that wait in the system for accept, unless the server names a number")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Duration> IDLE_TIMEOUT =
      Setting.duration(
              "reactive.idle-timeout",
              "0s",
              "the longest wait for input without traffic, then the connection counts as ended; 0s"
                  + " is for ever")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Duration> WRITE_TIMEOUT =
      Setting.duration(
              "reactive.write-timeout",
              "0s",
              "the longest wait for a peer to take 128 KiB, or the rest, then the connection is"
                  + " reset; 0s is for ever")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Integer> READ_AHEAD =
      Setting.number(
              "reactive.read-ahead",
              Scratch.SIZE,
              0,
              Scratch.SIZE,
              "bytes",
              "the most read of a connection before the server asks, from 8192 on")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Integer> READ_AHEAD_PERCENT =
      Setting.number(
              "reactive.read-ahead-percent",
              5,
              0,
              50,
              "percent of the heap",
              "the most read ahead of all connections")
          .in(Setting.Scope.RUNTIME);

  static final Setting<Duration> CALL_LEFT_AFTER =
      Setting.duration(
              "reactive.call-left-after",
              "0s",
              "for tests: a step is called without its awaited input after this time, and fails if"
                  + " its binding is wrong; 0s is never")
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

  /** The settings of a stage's runtime. */
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
    return Transport.CHOICES.stream()
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
