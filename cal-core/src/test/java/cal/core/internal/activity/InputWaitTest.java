package cal.core.internal.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.Caller;
import cal.core.contract.Connection;
import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.SocketProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An activity that reads: when its client is silent, and what may close it then. */
class InputWaitTest {
  private final Engine runtime =
      Engine.of(Configuration.of(Map.of("cal.model", "sequential")), List.of("work"));
  private final OpenStage stage = runtime.open("work");
  private final Connection target = new Connection("client");
  private final StagedActivity activity = Work.on(stage, target, () -> false).activity();
  private final InputWait input = activity.reader();

  @AfterEach
  void close() {
    runtime.close();
  }

  private int silent() {
    return input.silentBefore(System.nanoTime());
  }

  private void step() {
    input.expectInput(false, stage);
  }

  @Test
  void shouldBeSilentWhileItsSocketIsReadAndNoByteHasCome() {
    assertThat(silent()).isZero();
    input.beforeInput();
    assertThat(silent()).as("what is read may be no socket").isZero();
    input.beforeBytes(null);
    EarlyClosing.ofSilent(activity, silent()).run();
    assertThat(target.closed).hasValue(1);
    assertThat(input.afterInput(true)).as("may be begun").isFalse();
  }

  @Test
  void shouldNotBeSilentOnceAByteHasComeOfWhatOneCallReads() {
    input.beforeInput();
    input.beforeBytes(null);
    int before = silent();
    input.afterBytes();
    input.beforeBytes(null);
    assertThat(silent()).isZero();
    EarlyClosing.ofSilent(activity, before).run();
    assertThat(target.closed).hasValue(0);
    assertThat(input.cutIfIdle(false)).as("its request has begun to come").isFalse();
    assertThat(input.afterInput(true)).isTrue();
  }

  @Test
  void shouldBeSilentFromTheBeginOfASingleReadToItsEnd() {
    input.beforeSingle(null);
    int before = silent();
    assertThat(before).isNotZero();
    input.beforeBytes(null);
    input.afterBytes();
    assertThat(silent()).as("decided at the end of the call").isEqualTo(before);
    assertThat(input.afterInput(true)).as("may be begun").isTrue();
    input.beforeSingle(null);
    assertThat(silent()).as("the rest of a request").isZero();
    step();
    input.beforeSingle(null);
    EarlyClosing.ofSilent(activity, before).run();
    assertThat(target.closed).hasValue(0);
    EarlyClosing.ofSilent(activity, silent()).run();
    input.afterBytes();
    assertThat(input.afterInput(true)).as("may be begun after a closing").isFalse();
  }

  @Test
  void shouldNotBeClosedForAnEarlierSilence() {
    input.beforeInput();
    input.beforeBytes(null);
    int first = silent();
    assertThat(input.afterInput(true)).isTrue();
    step();
    input.beforeInput();
    input.beforeBytes(null);
    EarlyClosing.ofSilent(activity, first).run();
    assertThat(target.closed).hasValue(0);
    EarlyClosing.ofSilent(activity, silent()).run();
    assertThat(target.closed).hasValue(1);
  }

  @Test
  void shouldGoOnWithItsWaitWhereReadsTimeOut() {
    input.beforeInput();
    long since = input.since();
    input.beforeBytes(null);
    int first = silent();
    input.inputTimedOut();
    assertThat(silent()).isZero();
    input.beforeInput();
    input.beforeBytes(null);
    assertThat(silent()).isEqualTo(first);
    assertThat(input.since()).isEqualTo(since);
  }

  @Test
  void shouldBeginAnotherWaitWhereAPartHadComeBeforeAReadTimedOut() {
    input.beforeInput();
    input.beforeBytes(null);
    int first = silent();
    input.afterBytes();
    input.inputTimedOut();
    input.beforeInput();
    input.beforeBytes(null);
    EarlyClosing.ofSilent(activity, first).run();
    assertThat(target.closed).hasValue(0);
  }

  /** The closing waits for a thread for long: it has no socket that could be closed meanwhile. */
  @Test
  void shouldBeClosedAfterAForceThatFindsNoSocket() {
    input.beforeInput();
    input.beforeBytes(null);
    EarlyClosing closing = EarlyClosing.ofSilent(activity, silent());
    closing.force();
    closing.run();
    assertThat(target.closed).hasValue(1);
  }

  /** A drain has begun, and looks while the step begins to read the request that it is for. */
  @Test
  void shouldNotBeClosedWhileItsLastStepReadsARequestThatHasCome() throws Exception {
    try (Pair pair = new Pair(new Socket())) {
      pair.client.getOutputStream().write(1);
      ModelFixture.eventually("it has come", () -> pair.served.getInputStream().available() > 0);
      input.expectInput(false, stage);
      input.readsNext(pair.served);
      assertThat(input.hasLastRequest()).isTrue();
      input.expectInput(true, stage);
      assertThat(input.hasLastRequest()).as("for one step more").isFalse();
      input.beforeInput();
      input.beforeBytes(pair.served);
      assertThat(input.cutIfIdle(false)).isFalse();
      EarlyClosing.ofSilent(activity, silent()).run();
      assertThat(target.closed).hasValue(0);
      assertThat(pair.served.getInputStream().read()).isOne();
      assertThat(input.cutIfIdle(false)).isTrue();
    }
  }

  /** The server's own socket, and those of TLS, may wait for the thread that reads. */
  @Test
  void shouldAskNoSocketOfTheServersOwnClass() throws Exception {
    class Own extends Socket {
      private boolean asked;

      @Override
      public InputStream getInputStream() {
        asked = true;
        return InputStream.nullInputStream();
      }
    }
    try (Own own = new Own()) {
      input.readsNext(own);
      assertThat(input.hasLastRequest()).isFalse();
      assertThat(own.asked).isFalse();
    }
  }

  /** A thread that waits in the read of a socket of the JDK holds no lock that is asked for. */
  @Test
  void shouldNotWaitForTheReaderOfASocketOfTheJdk() throws Exception {
    try (Pair pair = new Pair(new Socket())) {
      Caller reader = Caller.start(() -> pair.served.getInputStream().read());
      ModelFixture.eventually(
          "it reads",
          () ->
              Stream.of(reader.thread().getStackTrace())
                  .anyMatch(frame -> frame.getMethodName().equals("implRead")));
      input.readsNext(pair.served);
      assertThat(input.hasLastRequest()).isFalse();
      pair.client.getOutputStream().write(1);
      assertThat(reader.join()).isEqualTo(1);
    }
  }

  /** By default the system has a lingering close wait until the peer has read all. */
  @Test
  void shouldNotLingerWhereAClosingIsForced() throws Exception {
    Socket slow = new Socket();
    slow.setReceiveBufferSize(4 << 10);
    try (Pair pair = new Pair(slow)) {
      pair.served.setSoLinger(true, 60_000);
      pair.served.getOutputStream().write(new byte[100_000]);
      input.readsNext(pair.served);
      activity.cut();
      Caller forcing =
          Caller.start(
              () -> {
                EarlyClosing.of(activity).force();
                return null;
              });
      forcing.join();
      assertThat(pair.served.isClosed()).isTrue();
    }
  }

  /** A provider's socket, whose reader may be asked. */
  private static final class Telling extends Socket implements SocketProvider.Telling {
    private final boolean asks;
    private BooleanSupplier condition;

    Telling(boolean asks) {
      this.asks = asks;
    }

    @Override
    public boolean hasInput() {
      return false;
    }

    @Override
    public boolean endInput(BooleanSupplier ends) {
      condition = ends;
      return asks;
    }
  }

  private Telling silentReaderOf(boolean asks) {
    Telling socket = new Telling(asks);
    input.beforeInput();
    input.beforeBytes(socket);
    EarlyClosing.ofSilent(activity, silent()).run();
    assertThat(target.closed).hasValue(asks ? 0 : 1);
    return socket;
  }

  @Test
  void shouldLeaveTheEndToAReaderWhoseByteHasComeUnseen() {
    Telling socket = silentReaderOf(true);
    assertThat(socket.condition.getAsBoolean()).as("ends without a byte").isTrue();
    input.afterBytes();
    assertThat(socket.condition.getAsBoolean()).as("for the rest of the request").isFalse();
    assertThat(input.afterInput(false)).as("may be begun").isTrue();
    assertThat(activity.cutShort()).isFalse();
  }

  @Test
  void shouldEndAnAskedReaderWithoutAByte() {
    Telling socket = silentReaderOf(true);
    input.inputTimedOut();
    assertThat(socket.condition.getAsBoolean()).as("a time-out asks for no more").isTrue();
    assertThatThrownBy(input::afterEnd).hasMessageContaining("closed by CAL");
    assertThat(activity.cutShort()).isTrue();
  }

  @Test
  void shouldBeClosedWhereItsReaderCannotBeAsked() {
    silentReaderOf(false);
    assertThat(input.afterInput(true)).as("may be begun").isFalse();
  }

  /** A connection. */
  private record Pair(Socket client, Socket served) implements AutoCloseable {
    Pair(Socket client) throws IOException {
      this(client, accepted(client));
    }

    private static Socket accepted(Socket client) throws IOException {
      try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        client.connect(listener.getLocalSocketAddress());
        return listener.accept();
      }
    }

    @Override
    public void close() throws IOException {
      client.close();
      served.close();
    }
  }

  @Test
  void shouldNeverBeSilentWhileItListens() {
    input.beforeAccept();
    input.beforeBytes(null);
    assertThat(silent()).isZero();
    input.afterAccept(Work.backlog());
    assertThat(input.clientArrived()).isNotZero();
    step();
    assertThat(input.clientArrived()).isZero();
  }

  /** A read that takes longer than a read of bytes that had come. */
  private boolean gaveWayInAWait() {
    step();
    input.beforeInput();
    while (!input.lasts()) {
      Thread.onSpinWait();
    }
    input.requireInput(true);
    return input.gaveWay();
  }

  private boolean gaveWayInARead() {
    step();
    input.beforeInput();
    input.requireInput(true);
    return input.gaveWay();
  }

  /** On a virtual thread, although its first read was on another: its stage has a new model. */
  private <T> T carried(Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.startVirtualThread(task);
    return task.get(120, TimeUnit.SECONDS);
  }

  @Test
  void shouldGiveWayByAWaitForInputAlone() throws Exception {
    assertThat(carried(this::gaveWayInAWait)).as("after a wait").isTrue();
    ModelFixture.eventually("a read is quick enough", () -> carried(() -> !gaveWayInARead()));
    assertThat(carried(this::gaveWayInAWait)).isTrue();
    step();
    assertThat(input.gaveWay()).as("in a step without a read").isFalse();
  }

  @Test
  void shouldReadNoClockOnAThreadThatIsPreempted() throws Exception {
    assertThat(carried(this::gaveWayInAWait)).isTrue();
    assertThat(gaveWayInAWait()).isFalse();
  }

  @Test
  void shouldGiveWayByAWaitForAClient() {
    input.beforeAccept();
    input.afterAccept(Work.backlog());
    assertThat(input.gaveWay()).isNotEqualTo(input.clientWaited());
  }

  @Test
  void shouldNotTakeAFailureForAClientThatHadWaited() {
    input.beforeAccept();
    input.afterInput(true);
    assertThat(input.clientWaited()).isFalse();
    assertThat(input.clientArrived()).isZero();
  }
}
