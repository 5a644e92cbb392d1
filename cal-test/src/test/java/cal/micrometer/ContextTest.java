package cal.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import cal.test.UnderEveryModel;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.slf4j.MDC;

/** A caller's context is its activities' context too, and that of no activity after them. */
class ContextTest {
  private static final ThreadLocal<String> TRACE = new ThreadLocal<>();

  /** As a tracer has one. */
  private static final class TraceAccessor implements ThreadLocalAccessor<String> {
    @Override
    public Object key() {
      return "trace";
    }

    @Override
    public String getValue() {
      return TRACE.get();
    }

    @Override
    public void setValue(String value) {
      TRACE.set(value);
    }

    @Override
    public void setValue() {
      TRACE.remove();
    }
  }

  private final Office office = new Office();

  @AfterEach
  void forget() {
    MDC.clear();
    TRACE.remove();
  }

  private static String known() {
    return MDC.get("client") + "/" + MDC.get("seen") + "/" + TRACE.get();
  }

  private String answer() throws InterruptedException {
    return office.answers().poll(120, TimeUnit.SECONDS);
  }

  /**
   * Each worker of a pool of one runs all, so that what one activity leaves, the next would see.
   */
  @UnderEveryModel(
      value = {"thread-pool", "virtual", "reactive"},
      settings = {"cal.thread-pool.size=1", "cal.stage.archive.model=executor-pool"})
  void shouldGoWithActivitiesAndTheirHandOffsAndEndThere() throws Exception {
    ContextRegistry.getInstance().registerThreadLocalAccessor(new TraceAccessor());

    MDC.put("client", "ann");
    TRACE.set("t1");
    office.send(
        () -> {
          String known = known();
          MDC.put("seen", "yes");
          return known;
        });
    assertThat(answer()).isEqualTo("ann/null/t1 ann/yes/t1");
    assertThat(answer()).as("what a step has left, the next one knows").startsWith("ann/yes/t1");

    MDC.put("client", "bob");
    TRACE.remove();
    office.send(ContextTest::known);
    assertThat(answer()).isEqualTo("bob/null/null bob/null/null");
    assertThat(answer()).isEqualTo("bob/null/null bob/null/null");

    MDC.clear();
    office.send(ContextTest::known);
    assertThat(answer()).isEqualTo("null/null/null null/null/null");
    assertThat(known()).as("the caller's own is as it was").isEqualTo("null/null/null");
  }
}
