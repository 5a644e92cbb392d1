package cal.core.internal.support;

import java.time.Duration;

/** Until it is closed, CAL waits 50 ms where it waits a second for code that may never return. */
public final class ShortGrace implements AutoCloseable {
  public ShortGrace() {
    Grace.nanos(Duration.ofMillis(50).toNanos());
  }

  @Override
  public void close() {
    Grace.nanos(Grace.SECOND);
  }
}
