package cal.bench.adopted;

import cal.bench.load.ProcessCpu;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The clients of one server, each on a virtual thread of its own. What takes too long ends in a
 * {@link TimeoutException} that says how many got no answer; the crowd is of no use then. Confined
 * to one thread.
 */
public final class Crowd implements AutoCloseable {
  /** For all clients together: to connect and to get an answer, to get the last one, to leave. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<Client> clients = Collections.synchronizedList(new ArrayList<>());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ProcessCpu cpu;

  /**
   * Connects one client after the other, each when the one before has had an answer, so that no
   * server's backlog is overrun.
   *
   * @param kind which server it is
   * @param jars where its jars are
   * @param server where it listens
   * @param pid its process
   * @param connections how many
   * @throws InterruptedException if this thread is interrupted
   * @throws ExecutionException what a client has failed of
   * @throws TimeoutException if not all have got an answer
   */
  public Crowd(AdoptedServer kind, Path jars, InetSocketAddress server, long pid, int connections)
      throws InterruptedException, ExecutionException, TimeoutException {
    cpu = ProcessCpu.of(pid);
    Driver driver = kind == AdoptedServer.H2 ? Client.driver(jars.resolve("h2-adopted.jar")) : null;
    Future<Long> connected =
        threads.submit(
            () -> {
              for (int i = 0; i < connections; i++) {
                Client client =
                    switch (kind) {
                      case NANOHTTPD -> new Client.OfHttp(server);
                      case H2 -> new Client.OfDatabase(driver, server, i);
                      case MOCKFTPSERVER -> new Client.OfFtp(server);
                    };
                clients.add(client);
                client.exchange();
              }
              return (long) connections;
            });
    try {
      connected.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      abandon();
      throw late("only " + clients.size() + " of " + connections + " clients are connected", e);
    } catch (ExecutionException e) {
      abandon();
      throw e;
    }
  }

  /**
   * What a turn has shown. Immutable.
   *
   * @param answers how many
   * @param seconds how long they took
   * @param cpuSeconds what the server's process took meanwhile
   */
  public record Turn(long answers, double seconds, double cpuSeconds) {
    /**
     * Throughput.
     *
     * @return answers a second
     */
    public double rate() {
      return answers / seconds;
    }

    /**
     * What an answer costs the server.
     *
     * @return microseconds of CPU time
     */
    public double cpuMicros() {
      return cpuSeconds * 1e6 / answers;
    }
  }

  /**
   * All clients ask until the time is over, and each gets its last answer.
   *
   * @param time how long
   * @return what that has shown
   * @throws InterruptedException if this thread is interrupted
   * @throws ExecutionException what a client has failed of
   * @throws TimeoutException if the last answers do not come
   */
  public Turn turn(Duration time)
      throws InterruptedException, ExecutionException, TimeoutException {
    long cpuBefore = cpu.nanos().orElseThrow();
    long start = System.nanoTime();
    long end = start + time.toNanos();
    List<Future<Long>> all = new ArrayList<>();
    for (Client client : clients) {
      all.add(threads.submit(() -> ask(client, end)));
    }
    long answers = 0;
    for (Future<Long> one : all) {
      try {
        long left = end + PATIENCE.toNanos() - System.nanoTime();
        answers += one.get(Math.max(0, left), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        long waiting = all.stream().filter(each -> !each.isDone()).count();
        throw late(waiting + " of " + all.size() + " clients wait for an answer", e);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Turn(answers, seconds, (cpu.nanos().orElseThrow() - cpuBefore) / 1e9);
  }

  private static TimeoutException late(String what, TimeoutException cause) {
    TimeoutException late = new TimeoutException(what + " after " + PATIENCE.toSeconds() + " s");
    late.initCause(cause);
    return late;
  }

  private static long ask(Client client, long end) throws IOException, SQLException {
    long answers = 0;
    do {
      client.exchange();
      answers++;
    } while (System.nanoTime() < end);
    return answers;
  }

  /** Lets all clients take leave; those that still wait for an answer are cut off. */
  @Override
  public void close() throws InterruptedException, ExecutionException {
    List<Future<?>> all = new ArrayList<>();
    for (Client client : clients) {
      all.add(
          threads.submit(
              () -> {
                client.close();
                return null;
              }));
    }
    threads.shutdown();
    if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      abandon();
      return;
    }
    for (Future<?> one : all) {
      one.get();
    }
  }

  /** A virtual thread that is interrupted in a socket closes it. */
  private void abandon() {
    threads.shutdownNow();
  }
}
