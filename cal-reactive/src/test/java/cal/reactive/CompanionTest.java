package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.spi.CapturedActivity;
import cal.core.spi.StageStatus;
import cal.core.spi.StepInterceptor;
import cal.core.spi.StepInterceptorProvider;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A companion of an activity is there in each of its steps, whatever worker runs them. */
@ParameterizedClass
@ValueSource(strings = {"reactive", "reactive-pool"})
class CompanionTest extends LeavingFixture {
  private static final int SOME = 50;
  private static final ThreadLocal<CapturedActivity> CURRENT = new ThreadLocal<>();

  CompanionTest(String model) {
    super(Map.of("cal.model", model));
  }

  /** Is the thread's own in each step of its activity. */
  private record Companion(CapturedActivity activity, AtomicInteger ended)
      implements StepInterceptor {
    @Override
    public void beforeStep() {
      CURRENT.set(activity);
    }

    @Override
    public void afterStep() {
      ended.addAndGet(CURRENT.get() == activity ? 1 : 1000);
      CURRENT.remove();
    }
  }

  @Test
  void shouldBeToldOfEachStepOnItsThread() throws Exception {
    AtomicInteger ended = new AtomicInteger();
    companion =
        new StepInterceptorProvider() {
          @Override
          public boolean takesPart() {
            return true;
          }

          @Override
          public void opened(Supplier<StageStatus> status) {}

          @Override
          public StepInterceptor intercept(CapturedActivity activity) {
            return new Companion(activity, ended);
          }
        };
    open();
    List<Peer> peers =
        peers(
            8,
            peer -> {
              boolean more = peer.echo();
              peer.seen.add(CURRENT.get().name());
              return more;
            });
    for (int n = 0; n < SOME; n++) {
      askTogether(peers, n);
    }
    eventually("all are left", () -> ended.get() == 8 * SOME && running() == 0);
    for (Peer peer : peers) {
      assertThat(peer.seen).hasSize(SOME).containsOnly("work[" + peer + "]");
    }
  }
}
