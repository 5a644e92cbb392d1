package cal.cli.load;

import cal.cli.load.result.ErrorKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * Requests that arrive as a Poisson process, for any free client. A request without a free client
 * waits, late by the server: its latency counts from the arrival. Confined to a loop, except {@link
 * #rate}.
 */
final class Arrivals implements Pacer {
  private final Player player;
  private final SplittableRandom random;
  private final long patienceNanos;

  /** The longest free client asks first, so no connection is idle for long. */
  private final Deque<Client> free = new ArrayDeque<>();

  /**
   * The intended times of requests that wait for a client: no more than arrive within the patience.
   */
  private final Deque<Long> waiting = new ArrayDeque<>();

  private volatile double meanNanos;
  private boolean open;
  private long next;

  /** The begin of the server's pause; 0 without a pause. */
  private long held;

  Arrivals(Player player, double perSecond, long seed, long patienceNanos) {
    this.player = player;
    this.patienceNanos = patienceNanos;
    random = new SplittableRandom(seed);
    meanNanos = 1e9 / perSecond;
  }

  /** Changes the rate from the next arrival but one on; from any thread. */
  void rate(double perSecond) {
    meanNanos = 1e9 / perSecond;
  }

  /** The inverse of the distribution function. */
  static long exponential(SplittableRandom random, double mean) {
    return (long) (-mean * Math.log1p(-random.nextDouble()));
  }

  @Override
  public void begin(long now) {
    open = true;
    if (held == 0) {
      next = now + exponential(random, meanNanos);
    } else {
      long still = now - held;
      next += still;
      for (int i = waiting.size(); i > 0; i--) {
        waiting.add(waiting.remove() + still);
      }
      held = 0;
    }
  }

  @Override
  public void free(Client client, long now) {
    Long since = waiting.poll();
    if (since == null) {
      free.add(client);
    } else {
      player.ask(client, since);
    }
  }

  @Override
  public void lost(Client client) {
    free.remove(client);
  }

  @Override
  public void go(long now) {
    while (open && next <= now) {
      Client client = free.poll();
      if (client == null) {
        waiting.add(next);
      } else {
        player.ask(client, next);
      }
      next += exponential(random, meanNanos);
    }
    while (!waiting.isEmpty() && now - waiting.peek() >= patienceNanos) {
      waiting.remove();
      player.tally.error(ErrorKind.TIMEOUT);
    }
  }

  @Override
  public long untilNext(long now) {
    return open ? next - now : Long.MAX_VALUE;
  }

  @Override
  public void hold(long now) {
    open = false;
    held = now;
  }

  /** Waiting requests have no answer in time, and are not to be forgotten. */
  @Override
  public void end() {
    open = false;
    free.forEach(player::later);
    free.clear();
    waiting.forEach(since -> player.tally.error(ErrorKind.TIMEOUT));
    waiting.clear();
  }
}
