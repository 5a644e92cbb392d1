package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.support.Describer;
import cal.core.spi.CalRuntimeMXBean.HangStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reports of an activity that keeps its event loop; in this package to start one. */
@Timeout(300)
class SlowStepTest {
  private static final int ATTEMPTS = 50;

  private final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();

  @Test
  void shouldNameTheStageTheActivityAndItsStack() throws Exception {
    String report = report(null);
    assertThat(report)
        .containsPattern("cal-reactive-(loop|spare)-1 has been kept for")
        .contains("stage=work activity=work[static]")
        .contains("cal-reactive-work-1")
        .contains("SlowStepTest.computeUntil");
  }

  /** The step keeps the monitor that the text of its target needs. */
  @Test
  void shouldNotWaitForAToStringThatTheStepHolds() throws Exception {
    Object held =
        new Object() {
          @Override
          public String toString() {
            synchronized (this) {
              return "held";
            }
          }
        };
    assertThat(report(held)).contains("activity=work[" + Describer.identity(held));
  }

  /** Without a spare thread, no other activity of the loop goes on. */
  @Test
  void shouldBeAHangForGoodWhereNoThreadRelievesTheLoop() throws Exception {
    Map<String, String> settings =
        Map.of(
            "cal.model", "reactive",
            "cal.reactive.slow-step", "1ms",
            "cal.reactive.lend-after", "0s");
    try (Engine runtime = Engine.of(Configuration.of(settings), List.of("work"))) {
      OpenStage stage = runtime.open("work");
      CountDownLatch end = new CountDownLatch(1);
      Work.spawnOn(stage, null, () -> computeUntil(end));
      ModelFixture.eventually("the bean names it", () -> !runtime.getHangs().isEmpty());
      assertThat(runtime.getHangs())
          .allSatisfy(
              hang -> {
                assertThat(hang.hang()).contains("has been kept for", "wait, for no spare thread");
                assertThat(hang.stacks()).contains("cal-reactive");
              });
      ModelFixture.eventually(
          "the loop is stuck", () -> runtime.getHangs().stream().anyMatch(HangStatus::forGood));
      end.countDown();
      ModelFixture.eventually("it has ended", () -> runtime.getHangs().isEmpty());
    }
  }

  /**
   * The report of a step that keeps its loop and the monitor of its target. A busy machine may keep
   * the loop before the step does; the step is tried again then.
   */
  private String report(Object target) throws Exception {
    String report = "";
    for (int i = 0; i < ATTEMPTS && !report.contains("computeUntil"); i++) {
      reports.clear();
      report = reportOnce(target);
    }
    return report;
  }

  private String reportOnce(Object target) throws Exception {
    Logger logger = Logger.getLogger("cal");
    Handler handler = new Recorder();
    logger.addHandler(handler);
    Map<String, String> settings =
        Map.of("cal.model", "reactive", "cal.reactive.slow-step", "20ms");
    try (Engine runtime = Engine.of(Configuration.of(settings), List.of("work"))) {
      OpenStage stage = runtime.open("work");
      CountDownLatch end = new CountDownLatch(1);
      Work.spawnOn(
          stage,
          target,
          () -> {
            synchronized (target == null ? this : target) {
              return computeUntil(end);
            }
          });
      ModelFixture.eventually("a report", () -> !reports.isEmpty());
      end.countDown();
      return reports.peek();
    } finally {
      logger.removeHandler(handler);
    }
  }

  private static boolean computeUntil(CountDownLatch end) {
    while (end.getCount() > 0) {
      Thread.onSpinWait();
    }
    return false;
  }

  private final class Recorder extends Handler {
    @Override
    public void publish(LogRecord entry) {
      String text = new SimpleFormatter().formatMessage(entry);
      if (text.contains("has been kept for")) {
        reports.add(text);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
