package cal.reactive;

import cal.core.Carrier;
import cal.core.Stage;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Reports turns that keep a loop from its other activities, with the stage, the activity and the
 * stack, and by name what no loop can wait for: class initialisers and file I/O.
 *
 * <p>Thread-safe; owns one daemon thread.
 */
final class Watchdog implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("cal");

  /** How often a loop is looked at within the time that is allowed. */
  private static final int LOOKS = 4;

  private static final int FRAMES = 24;

  /** How many times the time that is allowed an unknown thread may keep a loop unreported. */
  private static final int PATIENCE = 4;

  private final List<Loop> loops;
  private final List<Stage> stages = new CopyOnWriteArrayList<>();
  private final Duration slow;
  private final Thread thread;
  private volatile boolean closed;

  /** Starts watching, unless the time allowed is zero. */
  Watchdog(String name, List<Loop> loops, Duration slow) {
    this.loops = loops;
    this.slow = slow;
    this.thread = new Thread(this::watch, name + "-watchdog");
    thread.setDaemon(true);
    if (!slow.isZero()) {
      thread.start();
    }
  }

  /** Adds a stage whose activities run on the loops. */
  void watch(Stage stage) {
    stages.add(stage);
  }

  private void watch() {
    try {
      look();
    } catch (IOException | RuntimeException | Error failure) {
      LOG.log(Level.ERROR, "the watchdog of the event loops ended", failure);
    }
  }

  private void look() throws IOException {
    long[] turns = new long[loops.size()];
    long[] since = new long[loops.size()];
    boolean[] reported = new boolean[loops.size()];
    while (!closed) {
      LockSupport.parkNanos(this, slow.toNanos() / LOOKS);
      long now = System.nanoTime();
      for (int i = 0; i < turns.length; i++) {
        Loop loop = loops.get(i);
        long turn = loop.turns();
        if (turn != turns[i] || !Loop.isWithinTurn(turn)) {
          turns[i] = turn;
          since[i] = now;
          reported[i] = false;
        } else if (since[i] != 0 && now - since[i] >= slow.toNanos()) {
          loop.lookForIt();
          reported[i] = reported[i] || report(loop, turn, Duration.ofNanos(now - since[i]));
        }
      }
    }
  }

  /** Whether that was all to say; an activity that only just begins is not known yet. */
  private boolean report(Loop loop, long turn, Duration kept) {
    Optional<Carrier> carrier = carriedBy(loop.thread());
    if (carrier.isEmpty() && kept.compareTo(slow.multipliedBy(PATIENCE)) < 0) {
      return false;
    }
    Thread thread = carrier.map(Carrier::thread).orElse(loop.thread());
    StackTraceElement[] stack = thread.getStackTrace();
    if (loop.turns() != turn) {
      return true;
    }
    String who =
        carrier
            .map(c -> "stage=" + c.stageName() + " activity=" + c.running())
            .orElse("a virtual thread that is no activity");
    LOG.log(
        Level.WARNING,
        "{0} has been kept for {1} ms by {2} ({3}): {4}\n{5}",
        loop.thread().getName(),
        Long.toString(kept.toMillis()),
        who,
        thread.getName(),
        Culprit.of(stack).advice(),
        text(stack));
    return true;
  }

  private Optional<Carrier> carriedBy(Thread loopThread) {
    return stages.stream()
        .flatMap(stage -> stage.carriers().stream())
        .filter(carrier -> JdkThreads.carrierOf(carrier.thread()) == loopThread)
        .findFirst();
  }

  private static String text(StackTraceElement[] stack) {
    StringBuilder text = new StringBuilder();
    Arrays.stream(stack)
        .limit(FRAMES)
        .forEach(frame -> text.append("  at ").append(frame).append('\n'));
    return text.toString();
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
