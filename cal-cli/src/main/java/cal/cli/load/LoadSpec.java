package cal.cli.load;

import cal.cli.load.exchange.Workload;
import cal.cli.load.result.Sessions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;

/**
 * A load for a server. Immutable.
 *
 * @param server the address of the server
 * @param workload the requests
 * @param sessions the use of connections
 * @param clients the number of clients, 1 to {@value #MAX_CLIENTS}
 * @param threads of the load generator, at most a thread for each client
 * @param timeout of an answer, or of a connection
 * @param pace of the requests
 * @param megabits of answers that a thread takes a second at most; 0 for no limit
 */
public record LoadSpec(
    InetSocketAddress server,
    Workload workload,
    Sessions sessions,
    int clients,
    int threads,
    Duration timeout,
    Pace pace,
    int megabits) {
  /** The most clients of a run. */
  public static final int MAX_CLIENTS = 100_000;

  /**
   * Validates.
   *
   * @throws IllegalArgumentException if a number is outside its range, in one sentence
   */
  public LoadSpec {
    Objects.requireNonNull(workload, "workload");
    Objects.requireNonNull(sessions, "sessions");
    Objects.requireNonNull(pace, "pace");
    if (server.isUnresolved()) {
      throw new IllegalArgumentException("host=" + server.getHostString() + " is unknown");
    }
    if (clients < 1 || clients > MAX_CLIENTS) {
      throw new IllegalArgumentException("clients=" + clients + " must be 1 to " + MAX_CLIENTS);
    }
    if (threads < 1 || threads > clients) {
      throw new IllegalArgumentException(
          "threads=" + threads + " must be 1 to the number of clients, " + clients);
    }
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("timeout=" + timeout + " must be above zero");
    }
  }

  /** Clients that ask again at once after an answer. */
  public LoadSpec(
      InetSocketAddress server,
      Workload workload,
      Sessions sessions,
      int clients,
      int threads,
      Duration timeout) {
    this(server, workload, sessions, clients, threads, timeout, new Pace.Eager(), 0);
  }

  /** A single thread, and 30 seconds for an answer. */
  public LoadSpec(InetSocketAddress server, Workload workload, Sessions sessions, int clients) {
    this(server, workload, sessions, clients, 1, Duration.ofSeconds(30));
  }

  /** The same clients at another pace. */
  public LoadSpec at(Pace other) {
    return new LoadSpec(server, workload, sessions, clients, threads, timeout, other, megabits);
  }

  /** So many of the same clients at most. */
  public LoadSpec atMost(int most) {
    int fewer = Math.min(clients, most);
    return new LoadSpec(server, workload, sessions, fewer, threads, timeout, pace, megabits);
  }

  /** The same clients behind a link of so many megabits a second. */
  public LoadSpec limitedTo(int most) {
    return new LoadSpec(server, workload, sessions, clients, threads, timeout, pace, most);
  }
}
