package cal.core.contract;

import java.util.concurrent.CountDownLatch;

/** A point in steps where activities are held until the test lets them go on. Thread-safe. */
final class Hold {
  private final CountDownLatch reached;
  private final CountDownLatch released = new CountDownLatch(1);

  /** One activity is held. */
  Hold() {
    this(1);
  }

  /** So many activities are held. */
  Hold(int activities) {
    reached = new CountDownLatch(activities);
  }

  /** Called in a step. */
  void here() throws InterruptedException {
    reached.countDown();
    ModelFixture.await(released, "the release of a step");
  }

  /** A step that is held, and then asks for another step, or not. */
  Work.Body then(boolean more) {
    return () -> {
      here();
      return more;
    };
  }

  /** Waits until all activities are there. */
  void awaitAll() throws InterruptedException {
    ModelFixture.await(reached, "the steps that are held");
  }

  void release() {
    released.countDown();
  }
}
