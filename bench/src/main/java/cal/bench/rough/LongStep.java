package cal.bench.rough;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import cal.bench.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One client of the factor service asks for what takes long; some others, connected already, for
 * what takes no time, all at once, while the first still waits. Used by one thread.
 */
public final class LongStep implements AutoCloseable {
  /** The sample gives this number up when its budget is spent: some tenths of a second. */
  private static final String HARD = "8999999999586000000004757";

  private static final String EASY = "10";
  private static final Duration HEAD_START = Duration.ofMillis(20);
  private static final int LIMIT_MILLIS = 30_000;

  private final List<Client> clients = new ArrayList<>();
  private final ExecutorService threads;

  /** Connects one client and {@code others} more; each has had an answer. */
  public LongStep(InetSocketAddress server, int others) throws IOException {
    threads = Executors.newFixedThreadPool(others + 1);
    try {
      for (int i = 0; i <= others; i++) {
        Client client = new Client(server);
        clients.add(client);
        client.ask(EASY);
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The latencies seen; nanoseconds. Immutable. */
  public record Seen(long step, List<Long> others) {}

  /** Asks once. The client that asks for the long step changes with {@code round}. */
  public Seen ask(int round) throws InterruptedException {
    Client slow = clients.get(round % clients.size());
    Future<Long> step = threads.submit(() -> slow.ask(HARD));
    TimeUnit.NANOSECONDS.sleep(HEAD_START.toNanos());
    List<Callable<Long>> questions = new ArrayList<>();
    clients.stream()
        .filter(client -> client != slow)
        .forEach(c -> questions.add(() -> c.ask(EASY)));
    List<Long> others = new ArrayList<>();
    for (Future<Long> answer : threads.invokeAll(questions)) {
      others.add(nanos(answer));
    }
    return new Seen(nanos(step), others);
  }

  private static long nanos(Future<Long> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new Failure(1, "a server does not do its work: " + e.getCause(), e);
    }
  }

  /** A client, and what it speaks by. */
  private static final class Client implements AutoCloseable {
    private final Socket socket = new Socket();
    private final OutputStream out;
    private final BufferedReader in;

    Client(InetSocketAddress server) throws IOException {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(server);
      out = socket.getOutputStream();
      in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
    }

    /** How long the answer took. */
    long ask(String number) throws IOException {
      long start = System.nanoTime();
      out.write((number + "\n").getBytes(ISO_8859_1));
      String answer = in.readLine();
      long nanos = System.nanoTime() - start;
      if (answer == null || answer.startsWith("ERR") != number.equals(HARD)) {
        throw new IOException("answer to " + number + ": " + answer);
      }
      return nanos;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (Client client : clients) {
      client.close();
    }
  }
}
