package cal.sample.upload;

import java.time.Duration;

/**
 * A device for a single caller at a time, which keeps no processor busy.
 *
 * <p>Not thread-safe by itself: {@link #pass()} is its critical region, guarded by the device.
 */
final class Disk implements SlowStore.ServiceTime {

  private final Duration access;

  Disk(Duration access) {
    this.access = access;
  }

  @Override
  public void pass() throws InterruptedException {
    Thread.sleep(access.toMillis());
  }
}
