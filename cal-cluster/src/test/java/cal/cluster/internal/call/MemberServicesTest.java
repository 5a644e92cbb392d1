package cal.cluster.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import cal.core.contract.ModelFixture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One slow or broken service of a node, and the others. */
@Timeout(300)
class MemberServicesTest {
  private static CountDownLatch begun;
  private static CountDownLatch goOn;
  private static CountDownLatch ended;

  private final MemberServices services =
      new MemberServices(MemberServicesTest.class.getClassLoader());

  /** It is made when the test says so. */
  static final class Slow implements AutoCloseable {
    Slow() throws InterruptedException {
      begun.countDown();
      if (!goOn.await(2, TimeUnit.MINUTES)) {
        throw new AssertionError("nobody lets the constructor go on");
      }
    }

    @Override
    public void close() {
      ended.countDown();
    }
  }

  /** It is there at once. */
  static final class Quick {}

  /** It cannot be made. */
  static final class Broken {
    Broken() {
      throw new IllegalStateException("no table");
    }
  }

  @BeforeEach
  void forget() {
    begun = new CountDownLatch(1);
    goOn = new CountDownLatch(1);
    ended = new CountDownLatch(1);
  }

  private CompletableFuture<Object> slow() throws InterruptedException {
    CompletableFuture<Object> made = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                made.complete(services.of(Slow.class));
              } catch (Throwable thrown) {
                made.completeExceptionally(thrown);
              }
            });
    ModelFixture.await(begun, "the constructor");
    return made;
  }

  @Test
  void shouldMakeOthersWhileOneIsSlow() throws Exception {
    CompletableFuture<Object> slow = slow();
    Object quick = services.of(Quick.class);
    assertThat(services.of(Quick.class)).isSameAs(quick);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> services.of(Slow.class))
        .as("the call's time is over")
        .isInstanceOf(InterruptedException.class);
    goOn.countDown();
    assertThat(slow.get(2, TimeUnit.MINUTES)).isSameAs(services.of(Slow.class));
    services.close();
    ModelFixture.await(ended, "its close");
  }

  @Test
  void shouldCloseOneThatIsMadeWhileTheNodeLeaves() throws Exception {
    CompletableFuture<Object> slow = slow();
    services.close();
    goOn.countDown();
    assertThat(catchThrowable(() -> slow.get(2, TimeUnit.MINUTES)))
        .hasRootCauseMessage("the node has left its cluster");
    ModelFixture.await(ended, "its close");
  }

  @Test
  void shouldSayWhyOneCannotBeMade() {
    assertThatThrownBy(() -> services.of(Broken.class))
        .isInstanceOf(ReflectiveOperationException.class)
        .hasMessage(
            "the constructor of "
                + Broken.class.getName()
                + " threw java.lang.IllegalStateException: no table");
  }
}
