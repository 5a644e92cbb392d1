package cal.simulation.internal.net;

import cal.simulation.internal.schedule.Machine;
import java.util.ArrayDeque;
import java.util.Queue;

/** The backlog of a port. Used by the threads of one run. */
final class Listening {
  private final Queue<Endpoint> come = new ArrayDeque<>();
  private final int backlog;

  /** Whose port it is; null for none. */
  private final Machine machine;

  private final Waiters acceptors;
  private boolean closed;

  Listening(Network network, int backlog) {
    this.backlog = backlog < 1 ? 50 : backlog;
    this.machine = network.run().acting();
    this.acceptors = new Waiters(network.run());
  }

  Machine machine() {
    return machine;
  }

  /** Whether there is no room for another connection; its SYN is lost then. */
  boolean isFull() {
    return come.size() >= backlog;
  }

  boolean isEmpty() {
    return come.isEmpty() && !closed;
  }

  void add(Endpoint peer) {
    come.add(peer);
    acceptors.wake();
  }

  /** Returns the oldest connection; null if none has come. */
  Endpoint poll() {
    return come.poll();
  }

  Waiters acceptors() {
    return acceptors;
  }

  /** Connections that nobody accepted are reset. */
  void close() {
    closed = true;
    come.forEach(Endpoint::abort);
    come.clear();
    acceptors.wake();
  }
}
