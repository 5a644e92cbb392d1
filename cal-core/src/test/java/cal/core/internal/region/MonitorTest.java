package cal.core.internal.region;

import cal.core.contract.SynchronizationContract;
import cal.core.spi.SynchronizationPolicy;

/** The JVM's own monitors, as the advice of regions enters them. */
class MonitorTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return SynchronizationPolicy.MONITOR;
  }
}
