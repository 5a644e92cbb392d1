package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.StageStatus;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

/** Ends: a failure is one activity's, a target is closed, an interrupt stays where it belongs. */
abstract class EndContract extends ModelFixture {
  EndContract(ModelContract contract) {
    super(contract);
  }

  @Test
  void shouldEndOneActivityOnlyAndReportItOnce() {
    OpenStage stage = stage(2);
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 300; i++) {
      int number = i;
      Work.spawnOn(
          stage,
          "number " + number,
          () -> {
            runs.incrementAndGet();
            if (number % 3 == 0) {
              throw new IOException("failure " + number);
            }
            return false;
          });
    }
    StageStatus status = settled(stage, 300);
    assertThat(status.failed()).isEqualTo(100);
    assertThat(status.completed()).isEqualTo(200);
    assertThat(runs).hasValue(300);
    eventually("every failure is reported", () -> failures.size() == 100);
    assertThat(failures.stream().map(failure -> failure.thrown().getMessage()))
        .doesNotHaveDuplicates();
    Failure one = failures.peek();
    assertThat(one.activity().site()).isEqualTo(Work.SITE);
    assertThat(one.activity().name()).matches("work\\[number \\d+]");
    failures.clear();
  }

  @Test
  void shouldReportAnErrorAndAFailureOfALaterStep() {
    OpenStage stage = stage(1);
    int[] steps = {0};
    Error error = new StackOverflowError("thrown by the third step");
    Work.spawn(
        stage,
        () -> {
          if (++steps[0] == 3) {
            throw error;
          }
          return true;
        });
    assertThat(nextFailure().thrown()).isSameAs(error);
    assertThat(settled(stage, 1).failed()).isEqualTo(1);
    assertThat(steps[0]).isEqualTo(3);
  }

  @Test
  void shouldCloseATargetOnceHoweverItsActivityEnds() {
    OpenStage stage = stage(2);
    for (int i = 0; i < 200; i++) {
      Connection last = new Connection("last");
      Connection failing = new Connection("failing");
      int[] steps = {0};
      Work.spawnOn(
          stage,
          last,
          () -> {
            assertThat(last.closed).as("open during its steps").hasValue(0);
            return ++steps[0] < 3;
          });
      Work.spawnOn(
          stage,
          failing,
          () -> {
            throw new IOException("expected");
          });
      quiescent(stage);
      assertThat(last.closed).hasValue(1);
      assertThat(failing.closed).hasValue(1);
      assertThat(nextFailure().thrown()).hasMessage("expected");
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldReportWhatClosingThrows() {
    OpenStage stage = stage(1);
    IOException closing = new IOException("closing");
    IOException step = new IOException("step");
    Work.spawnOn(stage, new Connection("ends", closing), () -> false);
    assertThat(nextFailure().thrown()).isSameAs(closing);
    Work.spawnOn(
        stage,
        new Connection("fails", closing),
        () -> {
          throw step;
        });
    assertThat(nextFailure().thrown()).isSameAs(step).hasSuppressedException(closing);
    assertThat(settled(stage, 2).failed()).isEqualTo(2);
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldReportOneThrowableThatIsThrownByStepAndClose() {
    OpenStage stage = stage(1);
    IOException both = new IOException("both");
    Work.spawnOn(
        stage,
        new Connection("both", both),
        () -> {
          throw both;
        });
    assertThat(nextFailure().thrown()).isSameAs(both).hasNoSuppressedExceptions();
    quiescent(stage);
  }

  /** The handler is the user's: whatever it throws, the pool's only thread must live on. */
  @Test
  void shouldSurviveAFailureHandlerThatThrows() throws Throwable {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    IOException failure = new IOException("expected");
    CountDownLatch told = new CountDownLatch(2);
    runtime.onFailure(
        (activity, thrown) -> {
          told.countDown();
          if (told.getCount() == 0) {
            throw new IllegalStateException("a handler's own");
          }
          throw HandOffRethrow.<RuntimeException>asIs(thrown);
        });
    for (int i = 0; i < 2; i++) {
      Work.spawn(
          stage,
          () -> {
            throw failure;
          });
      quiescent(stage);
      assertThat(inActivity(stage, () -> "alive")).isEqualTo("alive");
    }
    await(told, "both calls of the handler");
    assertThat(threadsOf(stage)).as("threads made").isLessThanOrEqualTo(4);
  }

  /** Throws a checked exception from where none may be declared. */
  private static final class HandOffRethrow {
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <T extends Throwable> T asIs(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }

  private static int threadsOf(OpenStage stage) {
    String name = stage.nextThreadName();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1)) - 1;
  }

  @Test
  void shouldSurviveATargetThatCannotBePrinted() throws Throwable {
    OpenStage stage = stage(1);
    Object unprintable =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("no name");
          }
        };
    Work.spawnOn(
        stage,
        unprintable,
        () -> {
          throw new IOException("expected");
        });
    assertThat(nextFailure().activity().name()).contains("whose toString() threw");
    assertThat(inActivity(stage, () -> "alive")).isEqualTo("alive");
  }

  /** Whatever of it is printed, to a flight recording or to the log, throws. */
  private static final class Unprintable extends Exception {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new StackOverflowError("cannot be printed");
    }
  }

  @Test
  void shouldSurviveAFailureThatCannotBePrinted() throws Throwable {
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    Unprintable failure = new Unprintable();
    Object unprintable =
        new Object() {
          @Override
          public String toString() {
            throw new StackOverflowError("cannot be printed");
          }
        };
    AtomicInteger told = new AtomicInteger();
    runtime.onFailure(
        (activity, thrown) -> {
          told.incrementAndGet();
          throw new IllegalStateException("so that it is logged");
        });
    try (Recording recording = new Recording()) {
      recording.enable("cal.ActivityFailed");
      recording.enable("cal.ActivityStep").withoutThreshold();
      recording.start();
      for (int i = 0; i < 3; i++) {
        Work.spawnOn(
            stage,
            unprintable,
            () -> {
              throw failure;
            });
        quiescent(stage);
        assertThat(inActivity(stage, () -> "alive")).isEqualTo("alive");
      }
    }
    eventually("every failure is reported", () -> told.get() == 3);
    assertThat(threadsOf(stage)).as("threads made").isLessThanOrEqualTo(6);
    assertThat(settled(stage, 6).failed()).isEqualTo(3);
  }

  @Test
  void shouldNotLeakAnInterruptIntoTheNextActivity() throws Throwable {
    OpenStage stage = stage(1);
    for (int i = 0; i < 300; i++) {
      Work.spawn(
          stage,
          () -> {
            Thread.currentThread().interrupt();
            return false;
          });
      assertThat(inActivity(stage, Thread::interrupted)).as("round %d", i).isEqualTo(false);
    }
    assertThat(settled(stage, 600).completed()).isEqualTo(600);
    assertThat(failures).isEmpty();
  }

  /** As in {@code while (connection.serve()) ;}: what a step leaves set, the next one finds. */
  @Test
  void shouldKeepAnInterruptForTheActivityThatLeftIt() {
    OpenStage stage = stage(1);
    AtomicInteger own = new AtomicInteger();
    AtomicInteger strange = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      int[] steps = {0};
      boolean interrupts = i % 2 == 0;
      Work.spawn(
          stage,
          () -> {
            boolean found = Thread.interrupted();
            if (interrupts) {
              own.addAndGet(found ? 1 : 0);
              Thread.currentThread().interrupt();
            } else {
              strange.addAndGet(found ? 1 : 0);
            }
            return ++steps[0] < 100;
          });
    }
    quiescent(stage);
    assertThat(strange).as("interrupts of others").hasValue(0);
    assertThat(own).as("interrupts of its own").hasValue(10 * 99);
  }

  @Test
  void shouldAddUpItsCounts() throws Exception {
    OpenStage stage = stage(2, "max-in-flight=4", "when-full=reject");
    CountDownLatch release = occupy(stage);
    occupy(stage, release);
    for (int i = 0; i < 10; i++) {
      Work.spawn(
          stage,
          () -> {
            await(release, "release");
            throw new IOException("expected");
          });
    }
    release.countDown();
    StageStatus s = settled(stage, 12);
    assertThat(s.completed()).isEqualTo(2);
    assertThat(s.failed()).isEqualTo(2);
    assertThat(s.rejected()).isEqualTo(8);
    assertThat(s.active()).isZero();
    assertThat(s.queued()).isZero();
    assertThat(s.model()).isEqualTo(contract.model());
    assertThat(s.stage()).isEqualTo("work");
    eventually("both failures are reported", () -> failures.size() == 2);
    failures.clear();
  }
}
