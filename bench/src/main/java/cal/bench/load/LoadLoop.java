package cal.bench.load;

import cal.bench.load.Client.State;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that plays many clients, on one selector: their connecting, the rounds, the limits of
 * time. What a client does with its connection is the {@link Player}'s.
 *
 * <p>Connecting is paced ({@value #CONNECTS_PER_MILLI} a millisecond, {@value #MOST_CONNECTING} at
 * once) so that no backlog is overrun. A client whose connection failed rests for 100 ms; between
 * rounds for 5 s, lest those that are refused take the cores from another server's round. Started
 * once; {@link #start} and {@link #close} may be called from any thread, all else is the loop's
 * own.
 */
final class LoadLoop implements Runnable {
  private static final int CONNECTS_PER_MILLI = 10;
  private static final int MOST_CONNECTING = 128;
  private static final long MILLI = 1_000_000;
  private static final long REST_NANOS = 100 * MILLI;
  private static final long REST_BETWEEN_ROUNDS_NANOS = 5_000 * MILLI;
  private static final long SCAN_NANOS = 20 * MILLI;

  /** How exactly a request is sent at its time, in nanoseconds; a selector knows milliseconds. */
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

  private final boolean eager;
  private final Deque<Client> toConnect = new ArrayDeque<>();

  private final AtomicReference<Round> announced = new AtomicReference<>();
  private volatile boolean closed;

  /** Why the loop ended before its time; null while all is well. */
  private volatile Throwable failure;

  /** Answers within the windows of all rounds so far, a client; to be read between rounds. */
  final long[] perClient;

  private Round round;
  private boolean counting;
  private boolean held;
  private long heldSince;
  private long nextScan;
  private long nextConnect;
  private long cpuBefore;

  LoadLoop(LoadSpec spec, int clientCount, int firstIndex) throws IOException {
    sessions = spec.sessions();
    timeoutNanos = spec.timeout().toNanos();
    player = new Player(spec, selector);
    player.tally = new Tally(clientCount);
    eager = spec.pace() instanceof Pace.Eager;
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
    int exchangeCount = spec.workload().exchanges().size();
    clients = new Client[clientCount];
    perClient = new long[clientCount];
    for (int i = 0; i < clientCount; i++) {
      clients[i] = new Client(i, (firstIndex + i) % exchangeCount);
    }
  }

  /** Begins a round at once; the previous one must be done. */
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

  /**
   * Passes on why the loop ended before its time.
   *
   * @throws IllegalStateException if it did
   */
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
        toConnect.addAll(List.of(clients));
      } else {
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
    if (now - nextScan >= 0 && !held) {
      scan(now);
      nextScan = now + SCAN_NANOS;
    }
    connectSome(now);
    player.pacer.go(now);
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
    if (!toConnect.isEmpty()) {
      return 1;
    }
    long due = counting && player.sending ? Math.min(round.until(), nextScan) : now + SCAN_NANOS;
    return Math.clamp((due - now) / MILLI, 1, 20);
  }

  private void begin(Round next, long now) {
    boolean resting = !player.sending;
    if (held) {
      held = false;
      passOver(now - heldSince);
    }
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
      awaken(now);
    }
  }

  /** Nobody waited while the server stood still. */
  private void passOver(long nanos) {
    for (Client client : clients) {
      client.since += nanos;
    }
  }

  private void awaken(long now) {
    player.pacer.begin(now);
    for (Client client : clients) {
      if (client.state == State.IDLE) {
        player.pacer.free(client, now);
      } else if (client.state == State.UNCONNECTED && sessions == Sessions.SHORT) {
        unconnected(client, now);
      }
    }
  }

  /** A client of short sessions may ask: at once all would overrun a backlog. */
  private void unconnected(Client client, long now) {
    if (eager) {
      toConnect.add(client);
    } else {
      player.pacer.free(client, now);
    }
  }

  private void endWhenDue(long now) {
    if (now - round.until() < 0) {
      return;
    }
    if (player.sending && !round.goesOn()) {
      player.sending = false;
      player.pacer.end();
      toConnect.removeIf(client -> sessions == Sessions.SHORT);
    }
    boolean quiet = now - player.lastAnswer >= Round.QUIET_NANOS;
    if (player.sending || player.inFlight == 0 || quiet || now - round.drainUntil() >= 0) {
      counting = false;
      held = round.held();
      heldSince = now;
      Arrays.setAll(perClient, i -> perClient[i] + player.tally.perClient[i]);
      boolean toCome = held || round.goesOn(); // answers may; later rounds count who has none
      player.tally.unanswered = toCome ? 0 : player.unanswered();
      long cpu = THREADS.getCurrentThreadCpuTime() - cpuBefore;
      player.tally.cpuShare = (double) cpu / Math.max(now - round.from(), MILLI);
      Tally complete = player.tally;
      // What happens before the next round begins is reported with that one.
      player.tally = new Tally(clients.length);
      if (round.goesOn()) {
        player.windowEnd = now + Long.MAX_VALUE / 2;
      }
      round.end(complete);
    }
  }

  /** Limits: answers that are late, and rests that are over. */
  private void scan(long now) {
    long rest = player.sending ? REST_NANOS : REST_BETWEEN_ROUNDS_NANOS;
    for (Client client : clients) {
      long waited = now - client.since;
      switch (client.state) {
        case RESTING -> {
          if (waited >= rest) {
            client.state = State.UNCONNECTED;
            if (sessions == Sessions.LONG) {
              toConnect.add(client);
            } else if (player.sending) {
              unconnected(client, now);
            }
          }
        }
        case CONNECTING -> {
          if (waited >= timeoutNanos) {
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

  private void connectSome(long now) {
    if (now - nextConnect >= 0) {
      nextConnect = now + MILLI;
      for (int i = 0; i < CONNECTS_PER_MILLI && player.connecting < MOST_CONNECTING; i++) {
        Client client = toConnect.poll();
        if (client == null) {
          break;
        }
        player.connect(client, now);
      }
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
