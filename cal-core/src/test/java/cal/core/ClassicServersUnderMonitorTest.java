package cal.core;

/** The classic servers, each guarded by monitors. */
class ClassicServersUnderMonitorTest extends ClassicServersContract {
  @Override
  protected String policy() {
    return SynchronizationPolicy.MONITOR;
  }
}
