package cal.cli.load;

import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.cli.process.ListeningProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * Clients of a server, for as many rounds as wanted; between rounds, connections of long sessions
 * stay open and idle.
 *
 * <p>Not thread-safe: for a single thread. Every method returns within the given times and some
 * seconds, whatever the server does.
 */
public final class LoadSession implements Clients {
  private static final Duration MOST_CONNECTING = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final long PROGRESS_MILLIS = 200;

  private final LoadSpec spec;
  private final OptionalLong pid;
  private final List<LoadLoop> loops = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Tally> warmUps = new ArrayList<>();
  private LongConsumer progress = answers -> {};

  /** The last round, if a slice of a continued load. */
  private Round slice;

  private LoadSession(LoadSpec spec, OptionalLong pid) {
    this.spec = spec;
    this.pid = pid;
  }

  /**
   * Starts the clients; clients of long sessions connect. Returns when all have tried, or after 10
   * seconds.
   *
   * @param spec of the load and the server
   * @param pid the server's process, for the CPU time; empty to find the process by its port
   * @throws IOException if this process has no selector left to open
   */
  public static LoadSession open(LoadSpec spec, OptionalLong pid)
      throws IOException, InterruptedException {
    OptionalLong process =
        pid.isPresent() || !spec.server().getAddress().isLoopbackAddress()
            ? pid
            : ListeningProcess.on(spec.server().getPort());
    LoadSession session = new LoadSession(spec, process);
    try {
      session.startLoops();
      return session;
    } catch (IOException | InterruptedException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private void startLoops() throws IOException, InterruptedException {
    for (int i = 0; i < spec.threads(); i++) {
      int first = spec.clients() * i / spec.threads();
      int end = spec.clients() * (i + 1) / spec.threads();
      LoadLoop loop = new LoadLoop(spec, end - first, first);
      loops.add(loop);
      threads.add(Thread.ofPlatform().daemon().name("load-" + i).start(loop));
    }
    long deadline = System.nanoTime() + MOST_CONNECTING.toNanos();
    for (LoadLoop loop : loops) {
      if (!loop.ready.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
    }
  }

  /** Tells somebody about five times a second, while a round runs, the answers of all rounds. */
  public void onProgress(LongConsumer listener) {
    progress = listener;
  }

  /** Lets all clients send and go on; only errors count, for the next round. */
  public void warmUp(Duration time) throws InterruptedException {
    if (time.isPositive()) {
      warmUps.addAll(run(Round.startingNow(time, Duration.ZERO, true, loops.size())));
    }
  }

  /**
   * Lets all clients send for a time, then waits for answers.
   *
   * @param window the time in which answers count
   * @param drain the longest wait for late answers; zero leaves requests in flight, without a count
   *     of their answers
   */
  @Override
  public LoadResult round(Duration window, Duration drain) throws InterruptedException {
    Duration time = nobodyConnected() ? Duration.ZERO : window;
    return measured(window, Round.startingNow(time, drain, false, loops.size()));
  }

  /**
   * Lets all clients send for a time, to a server that runs in such slots only and stands still in
   * between: requests in flight stay in flight, an answer counts in the slot of its arrival, and
   * the time in between counts for nothing. So the server is in its steady state, however long the
   * queue of clients.
   */
  @Override
  public LoadResult slot(Duration window) throws InterruptedException {
    return measured(window, Round.heldAfter(window, loops.size()));
  }

  private LoadResult measured(Duration window, Round round) throws InterruptedException {
    ServerClock clock = new ServerClock(pid);
    Collection<Tally> tallies = run(round);
    LoadResult result = new Tallies(spec, window, tallies, warmUps).with(clock);
    warmUps.clear();
    return result;
  }

  @Override
  public long[] answersByClient() {
    return loops.stream().flatMapToLong(loop -> LongStream.of(loop.perClient)).toArray();
  }

  /**
   * Measures a while of a continued load: lets all clients send and go on. An answer counts at its
   * arrival; a slice begins at the end of the last slice, if nothing else was measured in between.
   */
  public LoadResult slice(Duration time) throws InterruptedException {
    Round next =
        slice == null
            ? Round.startingNow(time, Duration.ZERO, true, loops.size())
            : slice.followedFor(time);
    LoadResult result = measured(time, next);
    slice = next;
    return result;
  }

  /**
   * Changes the rate of an open loop, at once.
   *
   * @param perSecond requests a second from now on
   * @throws IllegalStateException if clients do not come at a rate ({@link Pace.Arriving})
   */
  public void arrive(double perSecond) {
    double rate = Pace.Arriving.requireRate(perSecond) / loops.size();
    loops.forEach(loop -> loop.arrive(rate));
  }

  /** How many clients have a connection now; exact between rounds. */
  public int connected() {
    return loops.stream().mapToInt(LoadLoop::connected).sum();
  }

  private boolean nobodyConnected() {
    return spec.sessions() == Sessions.LONG && connected() == 0;
  }

  private Collection<Tally> run(Round round) throws InterruptedException {
    slice = null;
    loops.forEach(loop -> loop.start(round));
    long limit = round.drainUntil() + GRACE.toNanos();
    while (!round.done().await(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
      progress.accept(loops.stream().mapToLong(LoadLoop::answers).sum());
      if (System.nanoTime() - limit > 0) {
        throw new IllegalStateException(
            "the load generator is stuck: no end of the round "
                + GRACE.toSeconds()
                + " s after it was due");
      }
    }
    loops.forEach(LoadLoop::check);
    return round.tallies();
  }

  /** Closes all connections. Idempotent. */
  @Override
  public void close() {
    loops.forEach(LoadLoop::close);
    boolean interrupted = false;
    for (Thread thread : threads) {
      try {
        interrupted |= !thread.join(GRACE);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
