package cal.sample.upload;

import java.time.Duration;

/**
 * Takes time for each frame, and then gives the frame to another store: the service times of the
 * ACE study of threaded servers, section 5.3.
 *
 * <p>Thread-safe where the other store is.
 */
public final class SlowStore implements BlockingStore {

  private final ServiceTime time;
  private final Store next;

  SlowStore(ServiceTime time, Store next) {
    this.time = time;
    this.next = next;
  }

  /** The load of a frame, beside the other store's load. */
  @FunctionalInterface
  interface ServiceTime {

    /** Returns after the time has passed. */
    void pass() throws InterruptedException;

    /** As many frames at a time as there may be. */
    static ServiceTime waiting(Duration time) {
      return () -> Thread.sleep(time.toMillis());
    }
  }

  @Override
  public int store(byte[] bytes, int offset, int length) {
    try {
      time.pass();
      return next.store(bytes, offset, length);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new StoreException("stopped while a frame was stored", stop);
    }
  }

  @Override
  public void close() {
    next.close();
  }
}
