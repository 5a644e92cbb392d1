package cal.cli.load;

import cal.cli.load.Client.State;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.Sessions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that plays many clients, on a selector: connecting, the rounds, the limits of time. The
 * work of a client on a connection is the {@link Player}'s.
 *
 * <p>After a failed connection a client rests for 100 ms; between rounds for 5 s, lest refused
 * clients take the cores from another server's round. Started once; {@link #start} and {@link
 * #close} may be called from any thread, all else is the loop's own.
 */
final class LoadLoop implements Runnable {
  private static final long MILLI = 1_000_000;
  private static final long REST_NANOS = 100 * MILLI;
  private static final long REST_BETWEEN_ROUNDS_NANOS = 5_000 * MILLI;
  private static final long SCAN_NANOS = 20 * MILLI;

  /** The precision of a request's time, in nanoseconds; a selector knows milliseconds. */
  private static final long NAP_NANOS = 20_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** All clients have tried to connect; short sessions do not connect before a round. */
  final CountDownLatch ready = new CountDownLatch(1);

  private final Sessions sessions;
  private final long timeoutNanos;
  private final Client[] clients;
  private final Selector selector = Selector.open();
  private final Player player;

  /** Null in a closed loop. */
  private final Arrivals arrivals;

  private final AtomicReference<Round> announced = new AtomicReference<>();
  private volatile boolean closed;

  /** The failure of the loop; null while all is well. */
  private volatile Throwable failure;

  /** Answers within the windows of all rounds so far, a client; to be read between rounds. */
  final long[] perClient;

  private Round round;
  private boolean counting;

  /** When clients asked last. */
  private long stopped;

  private long nextScan;
  private long cpuBefore;

  LoadLoop(LoadSpec spec, int clientCount, int firstIndex) throws IOException {
    sessions = spec.sessions();
    timeoutNanos = spec.timeout().toNanos();
    player = new Player(spec, selector);
    player.tally = new Tally(clientCount);
    arrivals =
        spec.pace() instanceof Pace.Arriving pace
            ? new Arrivals(
                player, pace.perSecond() / spec.threads(), pace.seed() + firstIndex, timeoutNanos)
            : null;
    if (spec.pace() instanceof Pace.Thinking pace) {
      player.pacer = new ThinkTime(player, pace, firstIndex);
    } else if (arrivals != null) {
      player.pacer = arrivals;
    }
    clients = new Client[clientCount];
    perClient = new long[clientCount];
    for (int i = 0; i < clientCount; i++) {
      clients[i] = new Client(i, spec.workload().start(firstIndex + i), spec.workload().hasHeads());
    }
  }

  /** Begins a round at once; the previous round must be done. */
  void start(Round next) {
    announced.set(next);
    selector.wakeup();
  }

  /** Changes how many requests arrive in this loop. */
  void arrive(double perSecond) {
    if (arrivals == null) {
      throw new IllegalStateException("in a closed loop, requests do not arrive at a rate");
    }
    arrivals.rate(perSecond);
  }

  /** Passes on the failure of the loop, if any, in an exception. */
  void check() {
    if (failure != null) {
      throw new IllegalStateException("a thread of the load generator failed", failure);
    }
  }

  /** How many clients have a connection; exact while no round runs. */
  int connected() {
    return player.connected;
  }

  /** Answers so far; to be called from any thread. */
  long answers() {
    return player.answers.get();
  }

  /** Ends the loop and all connections. */
  void close() {
    closed = true;
    selector.wakeup();
  }

  @Override
  public void run() {
    try {
      if (sessions == Sessions.LONG) {
        long now = System.nanoTime();
        Arrays.stream(clients).forEach(client -> player.wish(client, now));
      } else {
        Arrays.stream(clients).forEach(player::later);
        ready.countDown();
      }
      while (!closed) {
        step();
      }
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    } finally {
      end();
    }
  }

  private void step() throws IOException {
    long now = System.nanoTime();
    if (announced.get() != null) {
      begin(announced.getAndSet(null), now);
    }
    if (counting) {
      endWhenDue(now);
    }
    if (now - nextScan >= 0 && !player.held) {
      scan(now);
      nextScan = now + SCAN_NANOS;
    }
    player.pacer.go(now);
    connectSome(now);
    long left = player.pacer.untilNext(now);
    if (left >= MILLI) {
      selector.select(player::ready, Math.min(waitMillis(now), left / MILLI));
    } else {
      if (left > 0 && selector.selectNow(player::ready) == 0) {
        LockSupport.parkNanos(Math.min(left, NAP_NANOS));
      }
      selector.selectNow(player::ready);
    }
  }

  private long waitMillis(long now) {
    if (player.connects.size() > 0) {
      return 1;
    }
    long due = counting && player.sending ? Math.min(round.until(), nextScan) : now + SCAN_NANOS;
    return Math.clamp((due - now) / MILLI, 1, 20);
  }

  private void begin(Round next, long now) {
    boolean resting = !player.sending;
    long over = now - stopped; // for which nobody waited
    if (player.held) {
      Arrays.stream(clients).forEach(client -> client.since += over);
    } else if (!mayConnect()) {
      player.connects.passOver(over);
    }
    player.held = false;
    if (!next.follows(round)) {
      Tally before = player.tally;
      player.tally = new Tally(clients.length);
      player.tally.takeErrors(before);
    }
    player.sending = true;
    player.windowEnd = next.until();
    player.lastAnswer = now;
    round = next;
    counting = true;
    cpuBefore = THREADS.getCurrentThreadCpuTime();
    if (resting) {
      player.pacer.begin(now);
      player.askAgain(now);
    }
  }

  private void endWhenDue(long now) {
    if (now - round.until() < 0) {
      return;
    }
    if (player.sending && !round.goesOn()) {
      rest(now);
    }
    boolean quiet = now - player.lastAnswer >= Round.QUIET_NANOS;
    if (player.sending || player.inFlight == 0 || quiet || now - round.drainUntil() >= 0) {
      counting = false;
      Arrays.setAll(perClient, i -> perClient[i] + player.tally.perClient[i]);
      boolean toCome =
          round.held() || round.goesOn(); // answers may; later rounds count who has none
      player.tally.unanswered = toCome ? 0 : player.unanswered();
      long cpu = THREADS.getCurrentThreadCpuTime() - cpuBefore;
      player.tally.cpuShare = (double) cpu / Math.max(now - round.from(), MILLI);
      Tally complete = player.tally;
      // Events before the next round begins are reported with that one.
      player.tally = new Tally(clients.length);
      if (round.goesOn()) {
        player.windowEnd = now + Long.MAX_VALUE / 2;
      }
      round.end(complete);
    }
  }

  private void rest(long now) {
    player.sending = false;
    player.held = round.held();
    stopped = now;
    if (player.held) {
      player.pacer.hold(now);
    } else {
      player.pacer.end();
    }
  }

  /** Limits: late answers, and ended rests. */
  private void scan(long now) {
    long rest = player.sending ? REST_NANOS : REST_BETWEEN_ROUNDS_NANOS;
    for (Client client : clients) {
      long waited = now - client.since;
      switch (client.state) {
        case RESTING -> {
          if (waited >= rest) {
            client.state = State.UNCONNECTED;
            if (sessions == Sessions.LONG) {
              player.wish(client, now);
            } else {
              player.free(client, now);
            }
          }
        }
        case WAITING, CONNECTING -> {
          boolean passedOver = client.state == State.WAITING && !mayConnect();
          if (waited >= timeoutNanos && !passedOver) {
            player.fail(client, ErrorKind.CONNECT_FAILED, "no connection within the limit");
          }
        }
        case WRITING, READING -> {
          if (waited >= timeoutNanos) {
            player.fail(client, ErrorKind.TIMEOUT, "no answer within the limit");
          }
        }
        case UNCONNECTED, IDLE -> {}
      }
    }
  }

  /** Between rounds, nobody wishes for a short session. */
  private boolean mayConnect() {
    return player.sending || sessions == Sessions.LONG;
  }

  private void connectSome(long now) {
    if (mayConnect()) {
      player.connect(now);
    }
    if (ready.getCount() > 0 && player.attempts >= clients.length) {
      ready.countDown();
    }
  }

  private void end() {
    for (Client client : clients) {
      if (client.channel != null) {
        player.close(client.channel);
      }
    }
    player.close(selector);
    ready.countDown();
    for (Round unfinished : Arrays.asList(counting ? round : null, announced.get())) {
      if (unfinished != null) {
        unfinished.done().countDown();
      }
    }
  }
}
