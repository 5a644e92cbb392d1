package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchdogTest extends LoopFixture {
  private static final Duration SLOW = Duration.ofMillis(20);
  private static final Logger LOGGER = Logger.getLogger("cal");

  private final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          reports.add(new SimpleFormatter().formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void listenNoMore() {
    LOGGER.removeHandler(handler);
  }

  @Test
  void shouldReportAComputationOnceWithItsStack() throws Exception {
    Loops loops = loops(1, SLOW);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> computation = on(loops.place(), () -> keepBusyUntil(end));
    eventually("a report", () -> !reports.isEmpty());
    CompletableFuture<Boolean> behind = on(loops.place(), () -> true);
    end.countDown();
    get(computation);
    get(behind);
    assertThat(reports)
        .singleElement()
        .asString()
        .contains("test-loop-1 has been kept for", "computation");
  }

  @Test
  void shouldReportNothingWhileActivitiesWait() throws Exception {
    Loops loops = loops(1, SLOW);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> waits =
        on(
            loops.place(),
            () -> {
              await(end, "the end");
              return true;
            });
    long start = System.nanoTime();
    eventually("time goes by", () -> System.nanoTime() - start > 5 * SLOW.toNanos());
    end.countDown();
    get(waits);
    assertThat(reports).isEmpty();
  }

  @Test
  void shouldNameClassInitialisersAndFiles() throws ClassNotFoundException {
    StackTraceElement own = frame("app.Server", "serve");
    assertThat(culprit(frame("java.io.FileOutputStream", "writeBytes"), own))
        .isEqualTo(Culprit.FILE);
    assertThat(culprit(frame("sun.nio.ch.FileChannelImpl", "force"), own)).isEqualTo(Culprit.FILE);
    assertThat(culprit(frame("java.lang.Object", "wait"), frame("app.Table", "<clinit>"), own))
        .isEqualTo(Culprit.CLASS_INITIALISER);
    assertThat(
            culprit(
                frame("jdk.internal.misc.Unsafe", "park"),
                frame("java.lang.VirtualThread", "parkOnCarrierThread"),
                own))
        .isEqualTo(Culprit.NATIVE_FRAME);
    assertThat(culprit(own)).isEqualTo(Culprit.COMPUTATION);
  }

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, "Some.java", 1);
  }

  private static Culprit culprit(StackTraceElement... stack) {
    return Culprit.of(stack);
  }

  /** Loaded by the test below: its initialiser waits for a socket, and keeps the loop meanwhile. */
  private static final class ReadsInItsInitialiser {
    static final int VALUE;

    static {
      try {
        VALUE = Handed.socket.getInputStream().read();
      } catch (IOException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  private static final class Handed {
    static volatile Socket socket;
  }

  @Test
  void shouldRescueALoopThatWaitsForItsOwnSocketUnderAClassInitialiser() throws Exception {
    Loops loops = loops(1, SLOW);
    ServerSocket listener = listen(sockets(loops));
    Socket client = connect(listener);
    Handed.socket = closing(get(on(loops.place(), listener::accept)));
    CompletableFuture<Integer> pinned = on(loops.place(), () -> ReadsInItsInitialiser.VALUE);
    eventually("a report", () -> !reports.isEmpty());
    client.getOutputStream().write(9);
    assertThat(get(pinned)).isEqualTo(9);
  }

  /** The same for a time limit, which only the loop that it keeps looks after. */
  private static final class TimesOutInItsInitialiser {
    static final String FAILURE;

    static {
      String failure = "none";
      try {
        Handed.socket.setSoTimeout(50);
        Handed.socket.getInputStream().read();
      } catch (IOException e) {
        failure = e.getMessage();
      }
      FAILURE = failure;
    }
  }

  @Test
  void shouldRescueALoopThatWaitsForItsOwnTimerUnderAClassInitialiser() throws Exception {
    Loops loops = loops(1, SLOW);
    ServerSocket listener = listen(sockets(loops));
    connect(listener);
    Handed.socket = closing(get(on(loops.place(), listener::accept)));

    assertThat(get(on(loops.place(), () -> TimesOutInItsInitialiser.FAILURE)))
        .isEqualTo("Read timed out");
  }
}
