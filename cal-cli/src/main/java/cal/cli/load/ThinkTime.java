package cal.cli.load;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Clients that think between answer and request. Confined to a loop. */
final class ThinkTime implements Pacer {
  private final Player player;
  private final double meanNanos;
  private final SplittableRandom random;
  private final PriorityQueue<Client> thinking =
      new PriorityQueue<>(Comparator.comparingLong(client -> client.since));

  ThinkTime(Player player, Pace.Thinking pace, long loop) {
    this.player = player;
    meanNanos = pace.mean().toNanos();
    random = new SplittableRandom(pace.seed() + loop);
  }

  @Override
  public void free(Client client, long now) {
    client.since = now + Arrivals.exponential(random, meanNanos);
    thinking.add(client);
  }

  @Override
  public void lost(Client client) {
    thinking.remove(client);
  }

  @Override
  public void go(long now) {
    for (Client next = thinking.peek(); next != null && next.since <= now; next = thinking.peek()) {
      thinking.remove();
      player.ask(next, now);
    }
  }

  @Override
  public long untilNext(long now) {
    return thinking.isEmpty() ? Long.MAX_VALUE : thinking.peek().since - now;
  }

  @Override
  public void end() {
    thinking.forEach(player::later);
    thinking.clear();
  }
}
