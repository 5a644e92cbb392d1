package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
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
  private volatile BooleanSupplier failing = () -> false;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          if (failing.getAsBoolean()) {
            throw new OutOfMemoryError("no memory for this report");
          }
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
  void shouldNameClassInitialisersFilesAndNameLookups() throws ClassNotFoundException {
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
    assertThat(
            culprit(
                frame("java.net.Inet6AddressImpl", "lookupAllHostAddr"),
                frame("java.net.InetAddress$PlatformResolver", "lookupByName"),
                own))
        .isEqualTo(Culprit.NAME_LOOKUP);
    assertThat(culprit(own)).isEqualTo(Culprit.COMPUTATION);
  }

  private static StackTraceElement frame(String type, String method) {
    return new StackTraceElement(type, method, "Some.java", 1);
  }

  private static Culprit culprit(StackTraceElement... stack) {
    return Culprit.of(stack);
  }

  /** A handler of the log that fails, for want of memory for example, ends no watchdog. */
  @Test
  void shouldGoOnWhereItsReportFails() throws Exception {
    AtomicBoolean failed = new AtomicBoolean();
    failing = () -> failed.compareAndSet(false, true);
    Loops loops = loops(1, SLOW);
    for (int i = 0; i < 2; i++) {
      CountDownLatch end = new CountDownLatch(1);
      CompletableFuture<Boolean> computation = on(loops.place(), () -> keepBusyUntil(end));
      eventually(
          "a report",
          i == 0 ? failed::get : () -> reports.stream().anyMatch(WatchdogTest::isReport));
      end.countDown();
      get(computation);
    }
  }

  private static boolean isReport(String text) {
    return text.contains("has been kept for");
  }

  @Test
  void shouldSayWhetherTheLoopGoesOn() throws Exception {
    Loops loops = loops(1, new Patience(SLOW, Duration.ofMillis(5), 1));
    CountDownLatch end = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> computations = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      computations.add(on(loops.place(), () -> keepBusyUntil(end)));
    }
    eventually("two reports", () -> reports.size() == 2);
    end.countDown();
    for (CompletableFuture<Boolean> computation : computations) {
      get(computation);
    }
    assertThat(reports)
        .anyMatch(report -> report.contains("loop-1 has") && report.contains("on a spare thread"))
        .anyMatch(report -> report.contains("spare-1 has") && report.contains("activities wait"));
  }
}
