package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.Connection;
import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An activity that reads: when its client is silent, and what may close it then. */
class InputWaitTest {
  private final Connection target = new Connection("client");
  private final StagedActivity activity = Work.on(null, target, () -> false);

  private int silent() {
    return activity.silentBefore(System.nanoTime());
  }

  private void step() {
    activity.expectInput(false);
  }

  @Test
  void shouldBeSilentWhileItsSocketIsReadAndNoByteHasCome() {
    assertThat(silent()).isZero();
    activity.beforeInput();
    assertThat(silent()).as("what is read may be no socket").isZero();
    activity.beforeBytes(null);
    EarlyClosing.ofSilent(activity, silent()).run();
    assertThat(target.closed).hasValue(1);
    assertThat(activity.afterInput()).as("may be begun").isFalse();
  }

  @Test
  void shouldNotBeSilentOnceAByteHasComeOfWhatOneCallReads() {
    activity.beforeInput();
    activity.beforeBytes(null);
    int before = silent();
    activity.afterBytes();
    activity.beforeBytes(null);
    assertThat(silent()).isZero();
    EarlyClosing.ofSilent(activity, before).run();
    assertThat(target.closed).hasValue(0);
    assertThat(activity.cutIfIdle()).as("its request has begun to come").isFalse();
    assertThat(activity.afterInput()).isTrue();
  }

  @Test
  void shouldNotBeClosedForAnEarlierSilence() {
    activity.beforeInput();
    activity.beforeBytes(null);
    int first = silent();
    assertThat(activity.afterInput()).isTrue();
    step();
    activity.beforeInput();
    activity.beforeBytes(null);
    EarlyClosing.ofSilent(activity, first).run();
    assertThat(target.closed).hasValue(0);
    EarlyClosing.ofSilent(activity, silent()).run();
    assertThat(target.closed).hasValue(1);
  }

  @Test
  void shouldGoOnWithItsWaitWhereReadsTimeOut() {
    activity.beforeInput();
    long since = activity.since();
    activity.beforeBytes(null);
    int first = silent();
    activity.inputTimedOut();
    assertThat(silent()).isZero();
    activity.beforeInput();
    activity.beforeBytes(null);
    assertThat(silent()).isEqualTo(first);
    assertThat(activity.since()).isEqualTo(since);
  }

  @Test
  void shouldBeginAnotherWaitWhereAPartHadComeBeforeAReadTimedOut() {
    activity.beforeInput();
    activity.beforeBytes(null);
    int first = silent();
    activity.afterBytes();
    activity.inputTimedOut();
    activity.beforeInput();
    activity.beforeBytes(null);
    EarlyClosing.ofSilent(activity, first).run();
    assertThat(target.closed).hasValue(0);
  }

  /** The closing waits for a thread for long: it has no socket that could be closed meanwhile. */
  @Test
  void shouldBeClosedAfterAForceThatFindsNoSocket() {
    activity.beforeInput();
    activity.beforeBytes(null);
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
      activity.expectInput(false);
      activity.readsNext(pair.served);
      assertThat(activity.hasLastRequest()).isTrue();
      activity.expectInput(true);
      assertThat(activity.hasLastRequest()).as("for one step more").isFalse();
      activity.beforeInput();
      activity.beforeBytes(pair.served);
      assertThat(activity.cutIfIdle()).isFalse();
      EarlyClosing.ofSilent(activity, silent()).run();
      assertThat(target.closed).hasValue(0);
      assertThat(pair.served.getInputStream().read()).isOne();
      assertThat(activity.cutIfIdle()).isTrue();
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
      activity.readsNext(own);
      assertThat(activity.hasLastRequest()).isFalse();
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
      activity.readsNext(pair.served);
      assertThat(activity.hasLastRequest()).isFalse();
      pair.client.getOutputStream().write(1);
      assertThat(reader.join()).isEqualTo(1);
    }
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
    activity.beforeAccept();
    activity.beforeBytes(null);
    assertThat(silent()).isZero();
    activity.afterAccept(Work.backlog());
    assertThat(activity.clientArrived()).isNotZero();
    step();
    assertThat(activity.clientArrived()).isZero();
  }

  @Test
  void shouldNotTakeAFailureForAClientThatHadWaited() {
    activity.beforeAccept();
    activity.afterInput();
    assertThat(activity.clientWaited()).isFalse();
    assertThat(activity.clientArrived()).isZero();
  }
}
