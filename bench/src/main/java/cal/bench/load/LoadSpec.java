package cal.bench.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;

/**
 * Which load to put on which server. Immutable.
 *
 * @param server where it listens
 * @param workload what to ask for
 * @param sessions how clients use their connections
 * @param clients how many clients, 1 to {@value #MAX_CLIENTS}
 * @param threads how many threads play them, at most one a client
 * @param timeout how long an answer, or connecting, may take
 * @param pace when clients ask
 */
public record LoadSpec(
    InetSocketAddress server,
    Workload workload,
    Sessions sessions,
    int clients,
    int threads,
    Duration timeout,
    Pace pace) {
  /** The most clients of one run. */
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

  /** Clients that ask as soon as they have their answers. */
  public LoadSpec(
      InetSocketAddress server,
      Workload workload,
      Sessions sessions,
      int clients,
      int threads,
      Duration timeout) {
    this(server, workload, sessions, clients, threads, timeout, new Pace.Eager());
  }

  /** One thread, and 30 seconds for an answer. */
  public LoadSpec(InetSocketAddress server, Workload workload, Sessions sessions, int clients) {
    this(server, workload, sessions, clients, 1, Duration.ofSeconds(30));
  }

  /** The same clients at another pace. */
  public LoadSpec at(Pace other) {
    return new LoadSpec(server, workload, sessions, clients, threads, timeout, other);
  }

  /** So many of the same clients at most. */
  public LoadSpec atMost(int most) {
    int fewer = Math.min(clients, most);
    return new LoadSpec(server, workload, sessions, fewer, threads, timeout, pace);
  }
}
