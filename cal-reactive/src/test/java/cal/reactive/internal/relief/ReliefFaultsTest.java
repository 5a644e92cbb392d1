package cal.reactive.internal.relief;

import cal.core.faults.ThreadFaults;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.socket.LoopFixture;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loops are lent after whatever the relief thread has met. */
@Timeout(300)
class ReliefFaultsTest {
  /** A turn that keeps its loop until another turn is over, and then a rest. */
  static final class Relief extends LoopFixture implements ThreadFaults.AtWork {
    private final Loops loops = loops(1, new Patience(Duration.ZERO, Duration.ofMillis(1), 2));

    @Override
    public void turn() throws Exception {
      Loop loop = loops.place();
      CountDownLatch end = new CountDownLatch(1);
      CompletableFuture<Boolean> computation = computing(loop, end);
      get(on(loop, () -> true));
      end.countDown();
      get(computation);
      eventually("it rests", loops.relief()::isResting);
    }

    @Override
    public void close() throws InterruptedException {
      loops.close();
    }
  }

  @Test
  void shouldLendAfterWhateverIsThrown() throws Exception {
    String relief = LoopRelief.class.getName();
    ThreadFaults.requireSurvived(
        Relief.class, Set.of(relief + ".look", relief + ".anyAtWork", relief + ".rest"));
  }
}
