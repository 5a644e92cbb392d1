package cal.executor;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Work;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.CapturedActivity;
import cal.core.spi.Turn;
import cal.core.spi.Worker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Activities of virtual threads with one carrier, each with its input always there. */
@Timeout(300)
class GivingWayTest {
  private static final int REQUESTS = 200;
  private static final String FIRST = "first";
  private static final String SECOND = "second";

  /** Steps in a row that a turn allows where each passes for a wait. */
  private static final int MOST = 32;

  private final OneCarrier carrier = new OneCarrier("carrier");
  private final Engine runtime =
      Engine.of(Configuration.of(Map.of("cal.model", "virtual")), List.of("work"));
  private final OpenStage stage = runtime.open("work");

  /** The names of the clients, in the order of their answers; for the carrier. */
  private final List<String> answers = new ArrayList<>();

  @AfterEach
  void close() {
    runtime.close();
    carrier.close();
  }

  /** A turn without a yield: the broken twin. */
  private static final class Keeping extends Turn {
    @Override
    protected boolean goesOn(CapturedActivity activity) {
      return true;
    }
  }

  /** An activity with steps that have waited, or have not. */
  private CapturedActivity activity(boolean waits) {
    return new CapturedActivity() {
      @Override
      public cal.core.spi.Stage stage() {
        return stage;
      }

      @Override
      public Object context() {
        return null;
      }

      @Override
      public String site() {
        return "test";
      }

      @Override
      public String name() {
        return "test";
      }

      @Override
      public boolean gaveWay() {
        return waits;
      }

      @Override
      public void giveUp(Throwable why) {
        throw new AssertionError(why);
      }
    };
  }

  /** A worker that notes the steps of a client, under its name. */
  private final class Noting implements Worker {
    private final String client;
    private int steps;

    Noting(String client) {
      this.client = client;
    }

    @Override
    public boolean run(CapturedActivity activity) {
      answers.add(client);
      return ++steps < REQUESTS;
    }

    @Override
    public CapturedActivity running() {
      return null;
    }

    @Override
    public String stageName() {
      return stage.name();
    }

    @Override
    public Thread thread() {
      return Thread.currentThread();
    }

    @Override
    public void close() {}
  }

  /** Runs two threads, both ready before the first has the carrier. */
  private void besideEachOther(Runnable one, Runnable other) throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    Future<?> gate = carrier.submit(() -> ready.await(120, TimeUnit.SECONDS));
    List<Thread> threads = List.of(carrier.start(one), carrier.start(other));
    ready.countDown();
    gate.get();
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofMinutes(2))).as("%s ends", thread).isTrue();
    }
  }

  /** The most answers to the first client in a row, while the second has requests. */
  private int mostInARow() {
    int most = 0;
    int row = 0;
    for (String answer : answers.subList(0, answers.lastIndexOf(SECOND))) {
      row = answer.equals(FIRST) ? row + 1 : 0;
      most = Math.max(most, row);
    }
    return most;
  }

  private int mostInARow(Turn first, Turn second, boolean waits) throws Exception {
    answers.clear();
    besideEachOther(
        () -> first.run(new Noting(FIRST), activity(waits)),
        () -> second.run(new Noting(SECOND), activity(waits)));
    assertThat(answers).hasSize(2 * REQUESTS);
    return mostInARow();
  }

  @Test
  void shouldGiveWayAfterTwoStepsWithoutAWait() throws Exception {
    assertThat(mostInARow(new Turn(), new Turn(), false)).isEqualTo(2);
  }

  @Test
  void shouldSeldomYieldWhereEachStepHasWaited() throws Exception {
    assertThat(mostInARow(new Turn(), new Turn(), true)).isEqualTo(MOST);
  }

  @Test
  void shouldSeeThatATurnWithoutYieldsKeepsTheCarrier() throws Exception {
    assertThat(mostInARow(new Keeping(), new Keeping(), false)).isEqualTo(REQUESTS);
  }

  /** A client, its connection, and the activity that serves it. */
  private final class Client implements AutoCloseable {
    private final String name;
    private final Socket socket = new Socket();
    private final Socket served;
    private int left = REQUESTS;

    /** A client with so many requests on their way at a time. */
    Client(String name, int inFlight) throws IOException {
      this.name = name;
      try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        socket.connect(listener.getLocalSocketAddress());
        served = listener.accept();
      }
      socket.setTcpNoDelay(true);
      socket.getOutputStream().write(new byte[inFlight]);
    }

    /** Reads as woven code does. The client's next request is there before the step ends. */
    boolean serve() throws IOException {
      InputWait reader = AttachedThread.currentReader();
      reader.beforeInput();
      int request = served.getInputStream().read();
      reader.requireInput(request >= 0);
      answers.add(name);
      socket.getOutputStream().write(1);
      while (served.getInputStream().available() == 0) {
        Thread.onSpinWait();
      }
      return --left > 0;
    }

    void run(Turn turn) {
      try (Worker worker = stage.attach()) {
        turn.run(worker, Work.on(stage, this, this::serve).activity());
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
      served.close();
    }
  }

  private int mostInARowOf(Turn pipelining, Turn plain) throws Exception {
    try (Client many = new Client(FIRST, REQUESTS);
        Client one = new Client(SECOND, 1)) {
      besideEachOther(() -> many.run(pipelining), () -> one.run(plain));
    }
    assertThat(answers).hasSize(2 * REQUESTS);
    return mostInARow();
  }

  @Test
  void shouldServeAPlainClientBesideOneThatPipelines() throws Exception {
    assertThat(mostInARowOf(new Turn(), new Turn())).isLessThanOrEqualTo(MOST);
  }

  @Test
  void shouldSeeThatWithoutYieldsThePlainClientStarves() throws Exception {
    assertThat(mostInARowOf(new Keeping(), new Keeping())).isGreaterThan(MOST);
  }
}
