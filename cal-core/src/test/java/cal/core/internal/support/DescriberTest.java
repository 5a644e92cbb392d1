package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The text of a server's objects, which never holds whoever asks for it. */
@Timeout(300)
class DescriberTest {
  private static final long LONG = ModelFixture.DEADLINE.toMillis();

  /** An object whose {@code toString()} waits for a latch. */
  private static final class Waiting {
    private final CountDownLatch release;
    private final AtomicInteger asked;

    Waiting(CountDownLatch release, AtomicInteger asked) {
      this.release = release;
      this.asked = asked;
    }

    @Override
    public String toString() {
      asked.incrementAndGet();
      try {
        ModelFixture.await(release, "release");
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return "released";
    }
  }

  @Test
  void shouldSayWhatTheObjectSays() {
    assertThat(Describer.describe(17, LONG)).isEqualTo("17");
    assertThat(Describer.describe("text")).isEqualTo("text");
    assertThat(Describer.describe(null)).isEqualTo("null");
  }

  @Test
  void shouldSayThatAToStringThrew() {
    Object broken =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("broken");
          }
        };
    assertThat(Describer.describe(broken, LONG))
        .contains("whose toString() threw java.lang.IllegalStateException");
  }

  @Test
  void shouldKeepTheInterruptOfItsCaller() {
    Thread.currentThread().interrupt();
    assertThat(Describer.describe(17, LONG)).isEqualTo("17");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldAskNobodyAnyMoreOnceAllHelpersAreKept() {
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    Waiting waiting = new Waiting(release, asked);
    try {
      assertThat(Describer.describe(waiting, 100))
          .startsWith(Describer.identity(waiting))
          .endsWith("does not return");
      // A helper that begins late asks nobody.
      ModelFixture.eventually(
          "all helpers are kept",
          () ->
              Describer.describe(waiting, 100).startsWith(Describer.identity(waiting))
                  && asked.get() == Describer.HELPERS);
      Object other = 17;
      assertThat(Describer.describe(other, LONG)).isEqualTo(Describer.identity(other));
      assertThat(asked).hasValue(Describer.HELPERS);
    } finally {
      release.countDown();
    }
    ModelFixture.eventually("helpers are back", () -> Describer.describe(17).equals("17"));
  }
}
