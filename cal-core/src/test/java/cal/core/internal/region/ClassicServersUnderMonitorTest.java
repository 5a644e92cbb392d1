package cal.core.internal.region;

import cal.core.contract.ClassicServersContract;
import cal.core.spi.SynchronizationPolicy;

/** The classic servers, each guarded by monitors. */
class ClassicServersUnderMonitorTest extends ClassicServersContract {
  @Override
  protected String policy() {
    return SynchronizationPolicy.MONITOR;
  }
}
