package cal.bench.adopted;

import cal.bench.load.ProcessCpu;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The clients of one server, each on a virtual thread of its own. Confined to one thread. */
public final class Crowd implements AutoCloseable {
  private final List<Client> clients = new ArrayList<>();
  private final ProcessCpu cpu;

  /**
   * Connects.
   *
   * @param kind which server it is
   * @param jars where its jars are
   * @param server where it listens
   * @param pid its process
   * @param connections how many
   * @throws IOException if the server cannot be reached
   * @throws SQLException the same of a database
   */
  public Crowd(AdoptedServer kind, Path jars, InetSocketAddress server, long pid, int connections)
      throws IOException, SQLException {
    cpu = ProcessCpu.of(pid);
    Driver driver = kind == AdoptedServer.H2 ? Client.driver(jars.resolve("h2-adopted.jar")) : null;
    for (int i = 0; i < connections; i++) {
      clients.add(
          switch (kind) {
            case NANOHTTPD -> new Client.OfHttp(server);
            case H2 -> new Client.OfDatabase(driver, server, i);
            case MOCKFTPSERVER -> new Client.OfFtp(server);
          });
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
   */
  public Turn turn(Duration time) throws InterruptedException, ExecutionException {
    long cpuBefore = cpu.nanos().orElseThrow();
    long start = System.nanoTime();
    long end = start + time.toNanos();
    long answers = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> all = new ArrayList<>();
      for (Client client : clients) {
        all.add(threads.submit(() -> ask(client, end)));
      }
      for (Future<Long> one : all) {
        answers += one.get();
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Turn(answers, seconds, (cpu.nanos().orElseThrow() - cpuBefore) / 1e9);
  }

  private static long ask(Client client, long end) throws IOException, SQLException {
    long answers = 0;
    do {
      client.exchange();
      answers++;
    } while (System.nanoTime() < end);
    return answers;
  }

  @Override
  public void close() throws IOException, SQLException {
    for (Client client : clients) {
      client.close();
    }
  }
}
