package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.CapturedCall;
import cal.core.WorkingContext;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and drains: a request that has come is answered, a later one is not begun. */
abstract class DrainedInputContract extends ModelFixture {
  private Engine runtime;
  private OpenStage stage;
  private OpenStage other;

  DrainedInputContract(ModelContract contract) {
    super(contract);
  }

  private void open(int workers) {
    runtime = runtime(workers);
    stage = runtime.open("work");
    other = runtime.open("other");
  }

  /** The input of an activity, read as woven code does: the test says when it comes. */
  private static final class Input {
    final CountDownLatch waits = new CountDownLatch(1);
    final CountDownLatch comes = new CountDownLatch(1);
    final CountDownLatch read = new CountDownLatch(1);

    void read() throws InterruptedException {
      AttachedThread.currentReader().beforeInput();
      waits.countDown();
      await(comes, "input");
      AttachedThread.currentReader().requireInput(true);
      read.countDown();
    }
  }

  /** The closing of an activity that a drain finds waiting for its input. */
  private Runnable closing(Input input) throws InterruptedException {
    await(input.waits, "the wait for input");
    stage.drain();
    Queue<Runnable> closings = new ConcurrentLinkedQueue<>();
    stage.ending().closeAwaitingInput(activity -> true, closings::add);
    assertThat(closings).as("idle when the drain looked").hasSize(1);
    return closings.remove();
  }

  private void read(Input input, boolean inAHandOff) throws Throwable {
    if (inAHandOff) {
      other.handOff(Work.of(other, () -> read(input)));
    } else {
      read(input);
    }
  }

  private static Object read(Input input) throws InterruptedException {
    input.read();
    return null;
  }

  /** The drain begins between a thread's look at the drain and the step. */
  @Test
  void shouldAnswerOneRequestOfAnActivityThatBeginsInADrain() throws Exception {
    open(1);
    // From now on activities are asked for their contexts.
    runtime.drain(new WorkingContext() {}, Duration.ZERO);
    AtomicInteger requests = new AtomicInteger();
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket socket = listener.accept()) {
      client.getOutputStream().write(new byte[3]);
      eventually("three requests", () -> socket.getInputStream().available() == 3);
      stage.spawn(
          new CapturedCall(null, null, null) {
            @Override
            public Object call() throws IOException {
              InputWait reader = AttachedThread.currentReader();
              reader.beforeInput();
              reader.beforeBytes(socket);
              requests.addAndGet(socket.getInputStream().read() + 1);
              return reader.afterInput(true);
            }

            @Override
            public WorkingContext context() {
              if (AttachedThread.current() != null) {
                stage.drain();
              }
              return null;
            }
          });
      quiescent(stage);
    }
    assertThat(requests).hasValue(1);
  }

  /** The drain looks, the request comes, and only then a thread gets to close what was idle. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAnswerARequestThatComesBetweenALookAndAClosing(boolean readInAHandOff)
      throws Exception {
    open(2);
    Input input = new Input();
    CountDownLatch release = new CountDownLatch(1);
    AtomicBoolean closedInStep = new AtomicBoolean();
    Connection connection = new Connection("asked");
    Work.spawnOn(
        stage,
        connection,
        () -> {
          read(input, readInAHandOff);
          await(release, "release");
          closedInStep.set(connection.closed.get() > 0);
          return true;
        });
    Runnable closing = closing(input);
    input.comes.countDown();
    await(input.read, "the request");
    closing.run();
    release.countDown();
    quiescent(stage);
    assertThat(closedInStep).as("closed before the answer").isFalse();
    assertThat(connection.closed).hasValue(1);
  }

  /** The other way round: what could not be answered must not be begun. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotBeginARequestThatComesAfterAClosing(boolean readInAHandOff) throws Exception {
    open(2);
    Input input = new Input();
    Connection connection = new Connection("idle");
    Work.spawnOn(
        stage,
        connection,
        () -> {
          read(input, readInAHandOff);
          return true;
        });
    closing(input).run();
    assertThat(connection.closed).hasValue(1);
    input.comes.countDown();
    assertThat(settled(stage, 1).failed()).isEqualTo(1);
    assertThat(input.read.getCount()).as("the request has not begun").isEqualTo(1);
    assertThat(failures).as("what a drain closes is no failure to report").isEmpty();
  }

  @Test
  void shouldCloseOnceWhatWaitsThoughItTakesItsTime() throws Exception {
    open(1);
    Hold step = new Hold();
    AtomicInteger looks = new AtomicInteger();
    Connection deaf = new Connection("deaf");
    Work.spawnOn(
        stage,
        deaf,
        () -> {
          AttachedThread.currentReader().beforeInput();
          step.here();
          AttachedThread.currentReader().afterInput(true);
          return true;
        });
    step.awaitAll();
    Caller drainer = Caller.start(runtime::shutdown);
    eventually("the drain closes it", () -> deaf.closed.get() > 0);
    eventually("the drain looks on", () -> looks.incrementAndGet() > 20);
    assertThat(deaf.closed).as("closed early").hasValue(1);
    step.release();
    drainer.join();
    assertThat(deaf.closed).as("and at its end").hasValue(2);
  }
}
