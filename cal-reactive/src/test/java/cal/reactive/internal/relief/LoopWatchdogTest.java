package cal.reactive.internal.relief;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.socket.LoopFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoopWatchdogTest extends LoopFixture {
  private static final Duration SLOW = Duration.ofMillis(20);
  private static final int ATTEMPTS = 50;
  private static final Logger LOGGER = Logger.getLogger("cal");

  private final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
  private volatile BooleanSupplier failing = () -> false;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          String text = new SimpleFormatter().formatMessage(entry);
          if (!text.contains("has been kept for")) {
            return;
          }
          if (failing.getAsBoolean()) {
            throw new OutOfMemoryError("no memory for this report");
          }
          reports.add(text);
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

  /** Something that loops do. */
  private interface Attempt {
    void on(Loops loops) throws Exception;
  }

  /** The reports of an attempt; it is tried again where a busy machine keeps a loop as well. */
  private List<String> reportsOf(Attempt attempt, Patience patience, Predicate<List<String>> right)
      throws Exception {
    List<String> seen = List.of();
    for (int i = 0; i < ATTEMPTS && (i == 0 || !right.test(seen)); i++) {
      reports.clear();
      attempt.on(loops(1, patience));
      seen = List.copyOf(reports);
    }
    return seen;
  }

  private List<String> reportsOf(int number, Attempt attempt) throws Exception {
    Patience patience = new Patience(SLOW, Duration.ZERO, 1);
    return reportsOf(attempt, patience, seen -> seen.size() == number);
  }

  private static void letTimeGoBy() {
    long start = System.nanoTime();
    eventually("time goes by", () -> System.nanoTime() - start > 5 * SLOW.toNanos());
  }

  private void compute(Loops loops) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> computation = on(loops.place(), () -> keepBusyUntil(end));
    eventually("a report", () -> !reports.isEmpty());
    letTimeGoBy();
    end.countDown();
    get(computation);
  }

  @Test
  void shouldReportAComputationOnceWithItsStack() throws Exception {
    assertThat(reportsOf(1, this::compute))
        .singleElement()
        .asString()
        .contains("test-loop-1 has been kept for", "computation");
  }

  @Test
  void shouldReportNothingWhileActivitiesWait() throws Exception {
    assertThat(reportsOf(0, LoopWatchdogTest::waitForLong)).isEmpty();
  }

  private static void waitForLong(Loops loops) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> waits =
        on(
            loops.place(),
            () -> {
              await(end, "the end");
              return true;
            });
    letTimeGoBy();
    end.countDown();
    get(waits);
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
      eventually("a report", i == 0 ? failed::get : () -> !reports.isEmpty());
      end.countDown();
      get(computation);
    }
  }

  @Test
  void shouldSayWhetherTheLoopGoesOn() throws Exception {
    Patience patience = new Patience(SLOW, Duration.ofMillis(5), 1);
    Predicate<List<String>> both =
        seen ->
            seen.stream().anyMatch(LoopWatchdogTest::goesOn)
                && seen.stream().anyMatch(LoopWatchdogTest::waits);
    assertThat(reportsOf(this::computeTwice, patience, both))
        .anyMatch(LoopWatchdogTest::goesOn)
        .anyMatch(LoopWatchdogTest::waits);
  }

  private static boolean goesOn(String report) {
    return report.contains("loop-1 has") && report.contains("on a spare thread");
  }

  private static boolean waits(String report) {
    return report.contains("spare-1 has") && report.contains("activities wait");
  }

  private void computeTwice(Loops loops) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> computations = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      computations.add(on(loops.place(), () -> keepBusyUntil(end)));
    }
    eventually("two reports", () -> reports.size() >= 2);
    end.countDown();
    for (CompletableFuture<Boolean> computation : computations) {
      get(computation);
    }
  }
}
