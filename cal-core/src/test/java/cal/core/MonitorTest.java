package cal.core;

/** The JVM's own monitors, as the advice of regions enters them. */
class MonitorTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return SynchronizationPolicy.MONITOR;
  }
}
