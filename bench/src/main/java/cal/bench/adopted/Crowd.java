package cal.bench.adopted;

import cal.cli.load.Clients;
import cal.cli.load.result.Fairness;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import cal.cli.process.ProcessCpu;
import cal.cli.support.Failure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The clients of one server, each on a virtual thread of its own. A client that fails, or that gets
 * no answer in time, ends all in a {@link Failure} that says so. Confined to one thread.
 */
public final class Crowd implements Clients {
  /** For all clients together: to connect and to get an answer, to get the last one, to leave. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final System.Logger LOG = System.getLogger("cal");

  private final AdoptedServer kind;
  private final InetSocketAddress server;
  private final long pid;
  private final List<AdoptedClient> clients = Collections.synchronizedList(new ArrayList<>());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final long[] perClient;

  /**
   * Connects one client after the other, each when the one before has had an answer, so that no
   * server's backlog is overrun.
   */
  public Crowd(AdoptedServer kind, InetSocketAddress server, long pid, int connections)
      throws InterruptedException {
    this.kind = kind;
    this.server = server;
    this.pid = pid;
    perClient = new long[connections];
    Driver driver =
        kind.isDatabase()
            ? AdoptedClient.driver(AdoptedServer.jars().resolve("h2-adopted.jar"))
            : null;
    try {
      results(
          List.of(() -> connect(driver)),
          Duration.ZERO,
          late -> "only %d of %d clients are connected".formatted(clients.size(), connections));
    } catch (Failure failed) {
      threads.shutdownNow();
      throw failed;
    }
  }

  private Void connect(Driver driver) throws IOException, SQLException {
    for (int i = 0; i < perClient.length; i++) {
      AdoptedClient client =
          switch (kind) {
            case NANOHTTPD -> new AdoptedClient.OfHttp(server);
            case H2, H2_STEPS -> new AdoptedClient.OfDatabase(driver, server, i);
            case MOCKFTPSERVER -> new AdoptedClient.OfFtp(server);
          };
      clients.add(client);
      client.exchange();
    }
    return null;
  }

  /** All clients ask until the time is over, and each gets its last answer. */
  @Override
  public LoadResult slot(Duration window) throws InterruptedException {
    long cpuBefore = cpu(pid);
    long ownBefore = cpu(ProcessHandle.current().pid());
    long start = System.nanoTime();
    long end = start + window.toNanos();
    List<Callable<Long>> all = new ArrayList<>();
    clients.forEach(client -> all.add(() -> ask(client, end)));
    long[] answers =
        results(
                all,
                window,
                late -> "%d of %d clients wait for an answer".formatted(late, all.size()))
            .stream()
            .mapToLong(each -> each)
            .toArray();
    Arrays.setAll(perClient, i -> perClient[i] + answers[i]);
    double seconds = (System.nanoTime() - start) / 1e9;
    double own = (cpu(ProcessHandle.current().pid()) - ownBefore) / 1e9;
    return result(answers, seconds, (cpu(pid) - cpuBefore) / 1e9, own / seconds);
  }

  /** The same: each gets its last answer in any case. */
  @Override
  public LoadResult round(Duration window, Duration drain) throws InterruptedException {
    return slot(window);
  }

  private LoadResult result(long[] answers, double seconds, double cpu, double share) {
    long sum = LongStream.of(answers).sum();
    return new LoadResult(
        kind.word(),
        Sessions.LONG,
        server.getHostString() + ":" + server.getPort(),
        0,
        answers.length,
        answers.length,
        seconds,
        sum,
        0,
        sum / seconds,
        null,
        null,
        null,
        0,
        Fairness.of(answers),
        Map.of(),
        pid,
        cpu,
        cpu * 1000 / sum,
        share,
        null,
        List.of());
  }

  private static long cpu(long process) {
    return ProcessCpu.of(process)
        .nanos()
        .orElseThrow(() -> new Failure(1, "no CPU time of process " + process));
  }

  private static long ask(AdoptedClient client, long end) throws IOException, SQLException {
    long answers = 0;
    do {
      client.exchange();
      answers++;
    } while (System.nanoTime() < end);
    return answers;
  }

  /** Waits for so long, and then as everybody is patient; {@code late} tells so many late ones. */
  private <T> List<T> results(List<Callable<T>> all, Duration time, LongFunction<String> late)
      throws InterruptedException {
    long most = time.plus(PATIENCE).toMillis();
    List<Future<T>> ended = threads.invokeAll(all, most, TimeUnit.MILLISECONDS);
    for (Future<T> one : ended) {
      if (one.state() == Future.State.FAILED) {
        throw new Failure(
            1,
            "a client of %s failed: %s".formatted(kind.word(), one.exceptionNow()),
            one.exceptionNow());
      }
    }
    long waiting = ended.stream().filter(Future::isCancelled).count();
    if (waiting > 0) {
      throw new Failure(
          1, "%s: %s after %d s".formatted(kind.word(), late.apply(waiting), PATIENCE.toSeconds()));
    }
    return ended.stream().map(Future::resultNow).toList();
  }

  @Override
  public long[] answersByClient() {
    return Arrays.copyOf(perClient, perClient.length);
  }

  /** Lets all clients take leave; those that still wait for an answer are cut off. */
  @Override
  public void close() {
    clients.forEach(client -> threads.execute(() -> leave(client)));
    threads.shutdown();
    try {
      if (!threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        threads.shutdownNow(); // a virtual thread that is interrupted in a socket closes it
      }
    } catch (InterruptedException stop) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static void leave(AdoptedClient client) {
    try {
      client.close();
    } catch (IOException | SQLException e) {
      LOG.log(System.Logger.Level.WARNING, "a client could not take leave", e);
    }
  }
}
