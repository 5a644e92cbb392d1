package cal.sample.upload;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts of requests served: in all, by service, by client, and the last requests.
 *
 * <p>Not thread-safe by itself: the public methods are its critical regions, guarded by the object,
 * for callers that let several threads in. All are short, whatever the number of clients, except
 * {@link #waitForTotal}, which lets others in meanwhile. (CAL paper, section 4.3.)
 */
public class Statistics {

  /** The most clients in a report. */
  public static final int CLIENTS = 32;

  /** How many of the last requests are kept. */
  public static final int RECENT = 16;

  private static final long TELL_NANOS = 1_000_000_000L;

  private final Map<Protocol, ServiceTally> services = new EnumMap<>(Protocol.class);
  private final Set<Tally> clients = new LinkedHashSet<>();
  private final Tally[] recentClients = new Tally[RECENT];
  private final int[] recentBytes = new int[RECENT];
  private long total;

  /** Failures since the last log line, and the time of the line; null without a line. */
  private int untold;

  private Long toldAt;
  private int waiters;

  /** The least awaited total. */
  private long awaited = Long.MAX_VALUE;

  /** Makes empty statistics. */
  public Statistics() {}

  /** The counts of a client, for the statistics alone, in their regions. */
  public static final class Tally {
    private final Protocol protocol;
    private final SocketAddress address;
    private final ServiceTally service;
    private long requests;
    private long bytes;

    private Tally(Protocol protocol, SocketAddress address, ServiceTally service) {
      this.protocol = protocol;
      this.address = address;
      this.service = service;
    }
  }

  private static final class ServiceTally {
    private int clients;
    private long requests;
    private long bytes;
  }

  /**
   * Takes a client in.
   *
   * @param protocol the service of the client
   * @param address of the client
   * @return the client's part, to be counted in, until the client leaves
   */
  public Tally join(Protocol protocol, SocketAddress address) {
    ServiceTally service = services.computeIfAbsent(protocol, first -> new ServiceTally());
    Tally client = new Tally(protocol, address, service);
    clients.add(client);
    service.clients++;
    return client;
  }

  /**
   * Forgets a client, but not its served requests. Idempotent.
   *
   * @param client returned by {@link #join}
   */
  public void leave(Tally client) {
    if (clients.remove(client)) {
      client.service.clients--;
    }
  }

  /**
   * Counts a served request, before the client has the answer.
   *
   * @param client of the request
   * @param length in bytes
   */
  public void count(Tally client, int length) {
    client.requests++;
    client.bytes += length;
    client.service.requests++;
    client.service.bytes += length;
    int slot = (int) (total % RECENT);
    recentClients[slot] = client;
    recentBytes[slot] = length;
    total++;
    if (waiters > 0 && total >= awaited) {
      awaited = Long.MAX_VALUE;
      notifyAll();
    }
  }

  /**
   * Counts a request failed by the store.
   *
   * @param now by {@link System#nanoTime}
   * @return the number of failures for a log line now; 0 within a second of the last line
   */
  public int failed(long now) {
    untold++;
    if (toldAt != null && now - toldAt < TELL_NANOS) {
      return 0;
    }
    int failures = untold;
    untold = 0;
    toldAt = now;
    return failures;
  }

  /**
   * Waits until so many requests have been served in all.
   *
   * @param requests how many
   * @param timeout how long to wait at most
   * @return false after the timeout, or at once where nobody else can be let in meanwhile, and no
   *     wait would end
   * @throws InterruptedException if the waiting thread is interrupted
   */
  public boolean waitForTotal(long requests, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    waiters++;
    try {
      while (total < requests) {
        long millisLeft = (deadline - System.nanoTime() + 999_999) / 1_000_000;
        if (millisLeft <= 0) {
          return false;
        }
        awaited = Math.min(awaited, requests);
        wait(millisLeft);
      }
      return true;
    } catch (IllegalMonitorStateException alone) {
      return false;
    } finally {
      waiters--;
    }
  }

  /** Returns the served requests, as of a single moment. */
  public Report report() {
    List<Report.Service> byService = new ArrayList<>();
    services.forEach(
        (protocol, tally) ->
            byService.add(
                new Report.Service(protocol, tally.clients, tally.requests, tally.bytes)));
    List<Report.Client> byClient = new ArrayList<>();
    for (Tally client : clients) {
      if (byClient.size() == CLIENTS) {
        break;
      }
      byClient.add(
          new Report.Client(client.protocol, client.address, client.requests, client.bytes));
    }
    List<Report.Request> recent = new ArrayList<>();
    for (long number = Math.max(0, total - RECENT); number < total; number++) {
      int slot = (int) (number % RECENT);
      Tally client = recentClients[slot];
      recent.add(
          new Report.Request(number + 1, client.protocol, client.address, recentBytes[slot]));
    }
    return new Report(byService, byClient, recent);
  }
}
