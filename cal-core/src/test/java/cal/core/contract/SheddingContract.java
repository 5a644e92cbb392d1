package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.Shedding;
import cal.core.internal.activity.TimedWait;
import cal.core.internal.stage.OpenStage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Late steps: the server refuses them itself, in place of the step, and the activity goes on. */
abstract class SheddingContract extends ModelFixture {
  private static final long LATE = TimeUnit.MILLISECONDS.toNanos(300);

  /** How far the clock of the stage is ahead. */
  private final AtomicLong ahead = new AtomicLong(-TimeUnit.HOURS.toNanos(1));

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

  SheddingContract(ModelContract contract) {
    super(contract);
  }

  /** A client whose requests are bytes; its thread has a core where the test says so. */
  private final class Served implements AutoCloseable, TimedWait.Source {
    final int rank;
    final Socket client;
    final Semaphore waiting = new Semaphore(0);
    final Semaphore cores = new Semaphore(0);
    private final Socket socket;

    Served(int rank) throws IOException {
      this.rank = rank;
      try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        client = new Socket(listener.getInetAddress(), listener.getLocalPort());
        socket = listener.accept();
      }
    }

    @Override
    public Socket socket() {
      return socket;
    }

    @Override
    public int first() throws IOException {
      waiting.release();
      cores.acquireUninterruptibly();
      return socket.getInputStream().read();
    }

    /** Reads as woven code does. */
    private int read() throws IOException {
      TimedWait reader = (TimedWait) AttachedThread.currentReader();
      reader.beforeInput();
      reader.beforeBytes(socket);
      int kept = reader.takeKept(this);
      reader.readFrom(this);
      int one = kept < 0 ? socket.getInputStream().read() : kept;
      reader.afterBytes();
      reader.requireInput(one >= 0);
      return one;
    }

    boolean serve() throws IOException {
      int one = read();
      said.add("served " + one);
      return one >= 0;
    }

    void tooBusy() {
      assertThat(AttachedThread.currentActivity().target()).isSameAs(this);
      try {
        said.add("refused " + read());
      } catch (IOException lost) {
        throw new AssertionError(lost);
      }
    }

    /** A request comes while the thread waits for a core. */
    void ask(OpenStage stage, int what) throws Exception {
      assertThat(waiting.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      client.getOutputStream().write(what);
      eventually("it has come", () -> socket.getInputStream().available() > 0);
      stage.upkeep().atInput();
    }

    @Override
    public void close() throws IOException {
      client.close();
      socket.close();
    }
  }

  private OpenStage shedding(Consumer<Object> busy) {
    OpenStage stage = stage(2);
    stage.awaits(target -> ((Served) target).socket);
    stage.sheds(
        new Shedding(
            "work",
            target -> true,
            busy,
            target -> ((Served) target).rank,
            () -> System.nanoTime() + ahead.get()));
    StandingQueue.in(stage.shedding().overload());
    return stage;
  }

  private Served serve(OpenStage stage, int rank) throws Exception {
    Served one = new Served(rank);
    one.client.getOutputStream().write(1);
    Work.spawnOn(stage, one, one::serve);
    assertThat(next()).as("of a first step").isEqualTo("served 1");
    return one;
  }

  private String next() throws InterruptedException {
    return said.poll(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  private void end(OpenStage stage, Served... clients) throws Exception {
    for (Served one : clients) {
      one.client.close();
      one.cores.release();
    }
    quiescent(stage);
  }

  @Test
  void shouldRefuseALateStepInPlaceAndGoOn() throws Exception {
    OpenStage stage = shedding(target -> ((Served) target).tooBusy());
    Served one = serve(stage, 0);
    one.ask(stage, 2);
    ahead.set(LATE);
    one.cores.release();
    assertThat(next()).isEqualTo("refused 2");
    ahead.set(-TimeUnit.HOURS.toNanos(1));
    one.ask(stage, 3);
    one.cores.release();
    assertThat(next()).isEqualTo("served 3");
    end(stage, one);
    assertThat(stage.status().shed()).isEqualTo(1);
    assertThat(stage.status().completed()).isEqualTo(1);
  }

  @Test
  void shouldRefuseTheLowestRankFirst() throws Exception {
    OpenStage stage = shedding(target -> ((Served) target).tooBusy());
    Served low = serve(stage, 0);
    Served high = serve(stage, 1);
    for (Served one : List.of(high, low)) {
      one.ask(stage, 2);
    }
    ahead.set(LATE);
    high.cores.release();
    assertThat(next()).isEqualTo("served 2");
    low.cores.release();
    assertThat(next()).isEqualTo("refused 2");
    end(stage, low, high);
  }

  @Test
  void shouldEndAnActivityWhoseRefusalThrows() throws Exception {
    IllegalStateException thrown = new IllegalStateException("no refusal");
    OpenStage stage =
        shedding(
            target -> {
              throw thrown;
            });
    Served one = serve(stage, 0);
    one.ask(stage, 2);
    ahead.set(LATE);
    one.cores.release();
    assertThat(nextFailure().thrown()).isSameAs(thrown);
    end(stage, one);
  }
}
