package cal.executor;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps that compute on all carriers of the JDK keep no others from a core. */
@Timeout(300)
class KeptCarriersTest {
  private final VirtualThreadSchedulerMXBean scheduler =
      ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
  private final int carriers = scheduler.getParallelism();
  private final Engine runtime =
      Engine.of(Configuration.of(Map.of("cal.model", "virtual")), List.of("work"));
  private final OpenStage stage = runtime.open("work");
  private volatile boolean ended;

  @AfterEach
  void close() {
    ended = true;
    runtime.close();
  }

  private boolean compute(CountDownLatch begun) {
    begun.countDown();
    while (!ended) {
      Thread.onSpinWait();
    }
    return false;
  }

  @Test
  void shouldMakeACarrierForOthersNameTheStepsAndTakeItBack() throws Exception {
    for (int round = 0; round < 2; round++) {
      ended = false;
      CountDownLatch begun = new CountDownLatch(carriers + 1);
      for (int i = 0; i <= carriers; i++) {
        Work.spawnOn(stage, "computing", () -> compute(begun));
      }
      ModelFixture.await(begun, "more steps that compute than carriers");
      CountDownLatch served = new CountDownLatch(1);
      Work.spawnOn(
          stage,
          "short",
          () -> {
            served.countDown();
            return false;
          });
      ModelFixture.await(served, "a step in spite of them");
      assertThat(scheduler.getParallelism()).isGreaterThan(carriers);
      ModelFixture.eventually("it is named", () -> !runtime.getHangs().isEmpty());
      assertThat(runtime.getHangs())
          .singleElement()
          .satisfies(
              said -> {
                assertThat(said.hang()).contains(" has been kept for ", "work[computing]");
                assertThat(said.stacks()).contains("KeptCarriersTest.compute(");
              });
      ended = true;
      ModelFixture.eventually("the JDK's", () -> scheduler.getParallelism() == carriers);
      assertThat(runtime.getHangs()).isEmpty();
    }
  }

  /** A step that loads classes at the start, for example. */
  @Test
  void shouldNotWarnOfAStepWhileNobodyWaitsForACarrier() {
    Logger logger = Logger.getLogger("cal");
    Queue<Level> levels = new ConcurrentLinkedQueue<>();
    Filter former = logger.getFilter();
    logger.setFilter(
        line -> !line.getMessage().contains("kept for") || levels.add(line.getLevel()));
    try {
      Work.spawnOn(stage, "computing", () -> compute(new CountDownLatch(1)));
      ModelFixture.eventually("it is named", () -> !runtime.getHangs().isEmpty());
    } finally {
      logger.setFilter(former);
    }
    assertThat(levels).containsExactly(Level.INFO);
  }
}
