package cal.cli.load;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * Clients that wish to connect: first come, first served, for the first connection or the
 * thousandth, and over all rounds. Confined to a loop.
 *
 * <p>Lest a backlog is overrun, {@value #MOST} connections at most are being made at a time, and
 * {@value #NEW_PER_MILLI} a millisecond by new clients: other clients come back to their former
 * place. A connection not made within 100 ms has met a full backlog; the kernel tries again, and
 * others may try meanwhile.
 */
final class ConnectQueue {
  private static final int MOST = 1024;
  private static final int NEW_PER_MILLI = 10;
  private static final long MILLI = 1_000_000;
  private static final long LOST_NANOS = 100 * MILLI;

  private final int most;
  private final int newPerMilli;
  private final SequencedSet<Client> waiting = new LinkedHashSet<>();

  /** Connecting clients, without clients at a full backlog. */
  private final SequencedSet<Client> begun = new LinkedHashSet<>();

  private long milli = Long.MIN_VALUE / 2;
  private int newInMilli;

  private ConnectQueue(int most, int newPerMilli) {
    this.most = most;
    this.newPerMilli = newPerMilli;
  }

  /** In an open loop, requests come at their times, whatever the backlog. */
  static ConnectQueue of(Pace pace) {
    return pace instanceof Pace.Arriving
        ? new ConnectQueue(Integer.MAX_VALUE, Integer.MAX_VALUE)
        : new ConnectQueue(MOST, NEW_PER_MILLI);
  }

  /** A client wishes to connect, and waits behind all others. */
  void add(Client client) {
    waiting.add(client);
  }

  /** Takes out the next client to connect; null if none may. */
  Client next(long now) {
    while (!begun.isEmpty() && now - begun.getFirst().connectingSince >= LOST_NANOS) {
      begun.removeFirst();
    }
    if (waiting.isEmpty() || begun.size() >= most || !mayBeNew(now)) {
      return null;
    }
    Client client = waiting.removeFirst();
    newInMilli += client.known ? 0 : 1;
    client.connectingSince = now;
    begun.addLast(client);
    return client;
  }

  private boolean mayBeNew(long now) {
    if (now - milli >= MILLI) {
      milli = now;
      newInMilli = 0;
    }
    return waiting.getFirst().known || newInMilli < newPerMilli;
  }

  /** A client does not wish to connect any more: with a connection, or without a chance. */
  void remove(Client client) {
    waiting.remove(client);
    begun.remove(client);
  }

  /** Nobody has waited for so long: the round was over. */
  void passOver(long nanos) {
    waiting.forEach(client -> client.since += nanos);
  }

  /** How many wait. */
  int size() {
    return waiting.size();
  }
}
