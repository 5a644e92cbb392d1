package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.contract.ModelFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.NullSource;

/** Threads of CAL's own, and whatever is thrown there. */
@Timeout(300)
class CalThreadTest {
  /** What may be thrown anywhere. */
  static final List<Throwable> FAULTS =
      List.of(
          new OutOfMemoryError("made by a test"),
          new StackOverflowError("made by a test"),
          new Error("made by a test"),
          new IllegalStateException("made by a test"));

  private static final Logger LOG = Logger.getLogger("cal");

  private final AtomicInteger done = new AtomicInteger();

  @BeforeAll
  static void shouldNotPrintEachFault() {
    LOG.setUseParentHandlers(false);
  }

  @AfterAll
  static void shouldPrintAgain() {
    LOG.setUseParentHandlers(true);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <T extends Throwable> T asIs(Throwable any) throws T {
    throw (T) any;
  }

  private static void ended(Thread thread) throws InterruptedException {
    assertThat(thread.join(ModelFixture.DEADLINE)).as("%s ends", thread).isTrue();
  }

  /**
   * The round after a failure is another one. A server may interrupt a whole group of threads:
   * rounds that kept the interrupt would not wait any more.
   *
   * @param fault is thrown by each round but the last; null for rounds that return
   */
  @ParameterizedTest
  @NullSource
  @FieldSource("FAULTS")
  void shouldGoOnWithTheNextRoundAndForgetAnInterrupt(Throwable fault) throws Exception {
    AtomicBoolean kept = new AtomicBoolean();
    Thread thread =
        CalThread.ofRounds(
            "test-rounds",
            () -> {
              kept.compareAndSet(false, Thread.currentThread().isInterrupted());
              Thread.currentThread().interrupt();
              if (done.incrementAndGet() < 4 && fault != null) {
                throw CalThreadTest.<RuntimeException>asIs(fault);
              }
              return done.get() < 4;
            });
    thread.start();
    ended(thread);
    assertThat(done).hasValue(4);
    assertThat(kept).isFalse();
  }

  @ParameterizedTest
  @FieldSource("FAULTS")
  void shouldTryATaskAgainAsOftenAsItWasTold(Throwable fault) throws Exception {
    Thread thread =
        CalThread.ofTask(
            "test-tries",
            3,
            () -> {
              done.incrementAndGet();
              throw CalThreadTest.<RuntimeException>asIs(fault);
            });
    thread.start();
    ended(thread);
    assertThat(done).hasValue(3);
  }

  /** A log that cannot be written fails as well. */
  @Test
  void shouldGoOnThoughNoLogCanBeWritten() throws Exception {
    Handler broken = new Broken();
    LOG.addHandler(broken);
    try {
      shouldGoOnWithTheNextRoundAndForgetAnInterrupt(new OutOfMemoryError("no memory for a round"));
    } finally {
      LOG.removeHandler(broken);
    }
  }

  private static final class Broken extends Handler {
    @Override
    public void publish(LogRecord entry) {
      throw new OutOfMemoryError("no memory to log");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void shouldNameThreadsOfAPoolByNumber() throws Exception {
    ThreadFactory threads = CalThread.ofPool("test-pool-");
    Semaphore ran = new Semaphore(0);
    Thread first = threads.newThread(ran::release);
    Thread second = threads.newThread(ran::release);
    assertThat(List.of(first.getName(), second.getName()))
        .containsExactly("test-pool-1", "test-pool-2");
    assertThat(List.of(first, second)).allMatch(Thread::isDaemon);
    first.start();
    second.start();
    ended(first);
    ended(second);
    assertThat(ran.availablePermits()).isEqualTo(2);
  }

  @Test
  void shouldEndTheProcessWhereAVitalThreadDies(@TempDir Path folder) {
    ChildJvm.Outcome outcome =
        ChildJvm.run(
            folder, List.of("-cp", System.getProperty("java.class.path"), Dying.class.getName()));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("cal: the thread test-vital died, and the server with it; exit status 1")
        .contains("StackOverflowError: made by a test");
  }

  /** A process whose vital thread dies. */
  static final class Dying {
    private Dying() {}

    /**
     * Waits for its end.
     *
     * @param args none
     */
    public static void main(String[] args) throws InterruptedException {
      CalThread.vital("test-vital", () -> CalThreadTest.<RuntimeException>asIs(FAULTS.get(1)))
          .start();
      Thread.currentThread().join();
    }
  }
}
