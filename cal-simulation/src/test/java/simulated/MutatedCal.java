package simulated;

import cal.core.CalRuntime;
import cal.core.spi.StageStatus;
import cal.sample.upload.Main;
import cal.simulation.Simulated;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a server may expect of CAL, whatever its model; run by {@code MutantsTest}. */
public final class MutatedCal {
  private static final int PORT = 7000;
  private static final int CLIENTS = 6;
  private static final int VISITS = 2;
  private static final int PATIENCE_MILLIS = 120_000;
  private static final long SOON_NANOS = 500_000_000L;

  private final List<Throwable> failures = new ArrayList<>();

  /** Asks as a client with patience, but not for ever. */
  private static final class Client implements AutoCloseable {
    private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), PORT);
    private final BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));

    Client() throws IOException {
      socket.setSoTimeout(PATIENCE_MILLIS);
    }

    String ask(String line) throws IOException {
      write(line + "\n");
      String answer = in.readLine();
      if (answer == null) {
        throw new EOFException("no answer to " + line);
      }
      return answer;
    }

    void write(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private interface Visit {
    void make(Client client) throws Exception;
  }

  private static void expect(Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError("expected " + expected + ", found " + found);
    }
  }

  private static void serve() throws InterruptedException {
    String[] words = {"factor", "--port", "" + PORT, "--read-timeout", "2s"};
    new Thread(() -> Main.main(words), "server").start();
    Thread.sleep(1_000);
  }

  private Thread client(Visit visit) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (Client client = new Client()) {
                visit.make(client);
              } catch (Throwable failure) {
                synchronized (failures) {
                  failures.add(failure);
                }
              }
            });
  }

  private void join(List<Thread> clients) throws Throwable {
    for (Thread client : clients) {
      client.join();
    }
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  private void factors() throws Throwable {
    for (int i = 0; i < VISITS; i++) {
      List<Thread> clients = new ArrayList<>();
      for (int j = 0; j < CLIENTS; j++) {
        clients.add(
            client(
                client -> {
                  expect("7 11 13", client.ask("1001"));
                  expect("3 5", client.ask("15"));
                }));
      }
      join(clients);
    }
  }

  /** Each activity has left once its client has gone, but for the listener's. */
  private static void requireNobodyLeft() throws InterruptedException {
    for (int i = 0; ; i++) {
      int left = 0;
      for (StageStatus stage : CalRuntime.current().orElseThrow().getStages()) {
        left += stage.stage().equals("accept") ? 0 : stage.active() + stage.queued();
      }
      if (left == 0) {
        return;
      }
      if (i == PATIENCE_MILLIS) {
        throw new AssertionError(left + " activities are left");
      }
      Thread.sleep(1);
    }
  }

  /** More clients than places, and than threads. */
  @Simulated(
      seeds = 100,
      packages = {"cal.core", "cal.reactive", "cal.thread", "cal.sample"})
  void answers() throws Throwable {
    serve();
    factors();
    requireNobodyLeft();
    try (Client last = new Client()) {
      String report = last.ask("STATS");
      if (!report.contains(String.valueOf(2 * CLIENTS * VISITS))) {
        throw new AssertionError("counted " + report);
      }
    }
    List<String> interrupted = CalRuntime.current().orElseThrow().shutdown();
    expect(List.of(), interrupted);
  }

  /** A client waits for what others do. */
  @Simulated(
      seeds = 100,
      packages = {"cal.core", "cal.reactive", "cal.thread", "cal.sample"})
  void signals() throws Throwable {
    serve();
    Thread waiting =
        client(
            client -> {
              String answer = client.ask("STATS WAIT " + 2 * CLIENTS * VISITS);
              if (answer.startsWith("ERR")) {
                throw new AssertionError(answer);
              }
            });
    Thread.sleep(10);
    factors();
    long done = System.nanoTime();
    join(List.of(waiting));
    if (System.nanoTime() - done > SOON_NANOS) {
      throw new AssertionError("told by the end of its patience alone");
    }
  }

  /** Another model takes over, with clients in the middle of their conversation. */
  @Simulated(
      seeds = 100,
      packages = {"cal.core", "cal.reactive", "cal.thread", "cal.sample"})
  void switches() throws Throwable {
    serve();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(
          client(
              client -> {
                for (int j = 0; j < 3; j++) {
                  expect("7 11 13", client.ask("1001"));
                }
              }));
    }
    CalRuntime runtime = CalRuntime.current().orElseThrow();
    for (String model : List.of("thread-pool", "reactive", "thread-pool")) {
      List<String> unused = runtime.change(List.of("cal.stage.connection.model=" + model));
    }
    join(clients);
    requireNobodyLeft();
    factors();
  }
}
