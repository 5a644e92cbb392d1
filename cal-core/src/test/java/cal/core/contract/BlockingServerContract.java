package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.WorkingContext;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.internal.engine.Engine;
import cal.core.internal.region.RegionStack;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.ShortGrace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server whose methods never return to threads of CAL's own: nothing of CAL waits for them. */
abstract class BlockingServerContract extends ModelFixture {
  /** The threads that may call such a method, and that nobody waits for without a limit. */
  private static final String HELPERS = "cal-(describe|close).*";

  private final Queue<String> callers = new ConcurrentLinkedQueue<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private final Guards guards = new Guards();
  private final ShortGrace grace = new ShortGrace();

  BlockingServerContract(ModelContract contract) {
    super(contract);
  }

  @AfterEach
  void shouldGiveASecondAgain() {
    grace.close();
  }

  /** Waits for good on a thread that runs no activities. */
  private void called() {
    if (AttachedThread.current() == null) {
      callers.add(Thread.currentThread().getName());
      try {
        await(released, "the end of the test");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The server's object for a client that asks for nothing. */
  private final class Served implements AutoCloseable, WorkingContext {
    private final CountDownLatch reads = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Socket client = new Socket();
    private final Socket socket;

    Served() throws IOException {
      try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        client.connect(listener.getLocalSocketAddress());
        socket = listener.accept();
      }
    }

    /** Reads as woven code does. */
    boolean serve() throws IOException {
      InputWait reader = AttachedThread.currentReader();
      reader.beforeInput();
      reader.beforeBytes(socket);
      reads.countDown();
      try {
        return socket.getInputStream().read() >= 0;
      } finally {
        reader.afterInput(true);
      }
    }

    @Override
    public void close() throws IOException {
      called();
      socket.close();
      client.close();
      closed.countDown();
    }

    @Override
    public String toString() {
      called();
      return "client";
    }

    @Override
    public boolean equals(Object other) {
      called();
      return this == other;
    }

    @Override
    public int hashCode() {
      called();
      return 1;
    }
  }

  private Served serve(OpenStage stage) throws Exception {
    Served one = new Served();
    Work.spawnOn(stage, one, one::serve);
    await(one.reads, "the read of a client");
    return one;
  }

  @Test
  void shouldWaitForNoMethodOfTheServer() throws Exception {
    Engine runtime = runtime(2, "idle-timeout=1m");
    OpenStage stage = runtime.open("work");
    stage.awaits(
        target -> {
          called();
          return null;
        });
    Served silent = serve(stage);
    eventually(
        "a silent client is closed",
        () -> {
          stage.upkeep().atSilent(System.nanoTime() + TimeUnit.MINUTES.toNanos(2));
          return silent.closed.getCount() == 0;
        });
    Served ofContext = serve(stage);
    assertThat(runtime.count(ofContext)).isOne();
    assertThat(runtime.getStages()).hasSize(1);
    assertThat(runtime.getLeft()).allMatch(one -> one.longest().isEmpty());
    runtime.change(List.of("cal.max-in-flight=50"));
    runtime.change(List.of("cal.model=" + ThreadsModel.PLATFORM));
    Served ofOther = serve(stage);
    runtime.change(List.of("cal.model=" + contract.model()));
    assertThat(runtime.count(ofOther)).isOne();
    assertThat(runtime.drain(ofContext, Duration.ofMinutes(2)).isEmpty()).isTrue();
    serve(stage);
    assertThat(runtime.shutdown().isEmpty()).as("nothing had to be stopped").isTrue();
    assertThat(callers).allMatch(name -> name.matches(HELPERS));
    released.countDown();
  }

  /** Guards of a policy that lets an interrupted thread go. */
  private static final class Guards extends LockPolicy {
    @Override
    public void enter(Object guard) {
      try {
        lock(guard).lockInterruptibly();
      } catch (InterruptedException end) {
        throw new CancellationException();
      }
    }
  }

  /** Enters the regions of two objects of the server, the second once another thread has one. */
  private void takeBoth(
      OpenStage stage, Served first, Served second, CountDownLatch both, Queue<Thread> threads) {
    Work.spawnOn(
        stage,
        first,
        () -> {
          threads.add(Thread.currentThread());
          RegionStack regions = RegionStack.ofThread();
          int outside = regions.depth();
          try {
            regions.enter(first, first, guards);
            both.countDown();
            await(both, "the other thread");
            regions.enter(second, second, guards);
          } catch (CancellationException end) {
            Thread.onSpinWait(); // the test has seen enough
          } finally {
            regions.leave(outside);
          }
          return false;
        });
  }

  @Test
  void shouldSearchForDeadlocksWithoutTheServersMethods() throws Exception {
    OpenStage stage = stage(2);
    Served one = new Served();
    Served two = new Served();
    CountDownLatch both = new CountDownLatch(2);
    Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    try (LogLines circles = new LogLines("for good")) {
      takeBoth(stage, one, two, both, threads);
      takeBoth(stage, two, one, both, threads);
      eventually("the circle is named", () -> !circles.lines().isEmpty());
    } finally {
      threads.forEach(Thread::interrupt);
    }
    await(one.closed, "the end of one");
    await(two.closed, "the end of the other");
    assertThat(callers).isNotEmpty().allMatch(name -> name.matches(HELPERS));
    released.countDown();
  }
}
