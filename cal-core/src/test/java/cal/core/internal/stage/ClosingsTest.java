package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Closings that fail: those of the next look are not kept from being begun. */
@Timeout(300)
class ClosingsTest {
  private final Closings closings = new Closings("closings");

  /** Tries as each look does. */
  private void beginEventually(Runnable closing) throws InterruptedException {
    CountDownLatch closed = new CountDownLatch(1);
    ModelFixture.eventually(
        "the next closings are begun",
        () -> {
          closings.begin(
              () ->
                  List.of(
                      () -> {
                        closing.run();
                        closed.countDown();
                      }));
          return closed.getCount() == 0;
        });
  }

  private enum Failing {
    DUE,
    CLOSING
  }

  @ParameterizedTest
  @EnumSource(Failing.class)
  void shouldBeginTheNextAfterOnesThatFail(Failing where) throws Exception {
    AtomicInteger failed = new AtomicInteger();
    Runnable failing =
        () -> {
          failed.incrementAndGet();
          throw new OutOfMemoryError("made by a test");
        };
    closings.begin(
        () -> {
          if (where == Failing.DUE) {
            failing.run();
          }
          return List.of(failing);
        });
    beginEventually(() -> {});
    assertThat(failed).hasValue(1);
  }

  /** One closing that fails leaves out none behind it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void shouldRunAllThoughOneFails(int behind) throws Exception {
    CountDownLatch others = new CountDownLatch(behind);
    Runnable failing =
        () -> {
          throw new StackOverflowError("made by a test");
        };
    Runnable[] all = new Runnable[behind + 1];
    Arrays.fill(all, (Runnable) others::countDown);
    all[0] = failing;
    closings.begin(() -> List.of(all));
    ModelFixture.await(others, "those behind the one that fails");
  }
}
