package cal.core.contract;

import cal.core.spi.SynchronizationPolicy;
import java.util.concurrent.CountDownLatch;

/** Regions under a policy, without the check that all threads end. */
public final class PlainRegions extends RegionFixture {
  public PlainRegions(String policy) {
    super(
        new SynchronizationContract() {
          @Override
          protected String policy() {
            return policy;
          }
        });
  }

  /** Regions under a policy of a test. */
  public PlainRegions(SynchronizationPolicy policy) {
    super(
        new SynchronizationContract() {
          @Override
          protected String policy() {
            return policy.name();
          }

          @Override
          SynchronizationPolicy found() {
            return policy;
          }
        });
  }

  /** Enters one region, waits until another thread has entered one, and enters a second. */
  public void takeBoth(Object first, Object second, CountDownLatch both) throws Exception {
    inside(
        first,
        () -> {
          both.countDown();
          await(both, "the other thread");
          inside(second, () -> {});
        });
  }
}
