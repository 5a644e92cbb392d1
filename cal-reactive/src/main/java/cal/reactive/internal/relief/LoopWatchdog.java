package cal.reactive.internal.relief;

import cal.core.internal.support.CalThread;
import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.spi.Stage;
import cal.core.spi.Worker;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.LoopThread;
import cal.reactive.internal.loop.TurnNumber;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Reports turns that keep a loop from its other activities, with the stage, the activity and the
 * stack, and with the name of impossible waits: class initialisers and file I/O. A wait for a core
 * is no time of a turn.
 *
 * <p>Thread-safe; owns a daemon thread.
 */
public final class LoopWatchdog implements AutoCloseable {
  /** The number of looks at a loop within the allowed time. */
  private static final int LOOKS = 4;

  /** The multiple of the allowed time for an unknown thread without a report. */
  private static final int PATIENCE = 4;

  /** The multiple of the allowed time after which a loop without relief is stuck. */
  private static final int STUCK = 600;

  private final LoopThreads threads;
  private final CopyOnWriteArrayList<Stage> stages = new CopyOnWriteArrayList<>();
  private final Duration slow;
  private final Map<LoopThread, Turn> seen = new HashMap<>();
  private final Thread thread;
  private volatile boolean closed;

  /** A thread's present turn; for the watchdog's thread. */
  private static final class Turn {
    final KeptTurn turn;
    boolean reported;

    Turn(long pause) {
      turn = new KeptTurn(pause);
    }
  }

  public LoopWatchdog(String name, LoopThreads threads, Duration slow) {
    this.threads = threads;
    this.slow = slow;
    this.thread = CalThread.ofRounds(name + "-watchdog", this::watch);
  }

  /** Starts watching, unless the time allowed is zero. */
  public LoopWatchdog start() {
    if (!slow.isZero()) {
      thread.start();
    }
    return this;
  }

  /** Adds a stage with activities on the loops. */
  public void watch(Stage stage) {
    stages.addIfAbsent(stage);
  }

  private boolean watch() {
    LockSupport.parkNanos(this, pause());
    look(System.nanoTime());
    return !closed;
  }

  private long pause() {
    return slow.toNanos() / LOOKS;
  }

  private void look(long now) {
    seen.keySet().retainAll(threads.alive());
    for (LoopThread server : threads.alive()) {
      long number = server.turns();
      Turn seenLast = seen.computeIfAbsent(server, any -> new Turn(pause()));
      if (!seenLast.turn.is(number)) {
        seenLast.turn.begin(number, now);
        seenLast.reported = false;
      } else if (TurnNumber.isWithin(number) && !seenLast.reported) {
        long kept = seenLast.turn.lookAgain(now, () -> threads.look(server));
        seenLast.reported =
            kept >= slow.toNanos() && report(server, number, Duration.ofNanos(kept));
      }
    }
  }

  /** Whether the report is complete; a just beginning activity is not known yet. */
  private boolean report(LoopThread server, long turn, Duration kept) {
    Optional<Worker> worker = carriedBy(server);
    if (worker.isEmpty() && kept.compareTo(slow.multipliedBy(PATIENCE)) < 0) {
      return false;
    }
    Thread thread = worker.map(Worker::thread).orElse(server);
    StackTraceElement[] stack = thread.getStackTrace();
    boolean lent = server.isKept();
    if (server.turns() != turn) {
      return true;
    }
    String who =
        worker
            .map(c -> "stage=" + c.stageName() + " activity=" + c.running())
            .orElse("a virtual thread that is no activity");
    String hang =
        "%s has been kept for %d ms by %s (%s), while the loop's other activities %s: %s"
            .formatted(
                server.getName(),
                kept.toMillis(),
                who,
                thread.getName(),
                lent ? "go on on a spare thread" : "wait, for no spare thread goes on with them",
                Culprit.of(stack).advice());
    Log.log(Level.WARNING, hang + "\n" + Describer.stack(List.of(stack)), null);
    long since = System.nanoTime() - kept.toNanos();
    long stuck = slow.multipliedBy(STUCK).toNanos();
    BooleanSupplier forGood = () -> !server.isKept() && System.nanoTime() - since > stuck;
    stages.stream()
        .filter(stage -> worker.isEmpty() || worker.get().stageName().equals(stage.name()))
        .findFirst()
        .ifPresent(stage -> stage.kept(hang, thread, since, forGood, () -> server.turns() == turn));
    return true;
  }

  private Optional<Worker> carriedBy(Thread loopThread) {
    return stages.stream()
        .flatMap(stage -> stage.workers().stream())
        .filter(worker -> JdkThreads.carrierOf(worker.thread()) == loopThread)
        .findFirst();
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
