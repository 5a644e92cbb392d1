package cal.sample.upload;

/** How much a store has been used, for JMX. */
public interface StoreLoadMXBean {

  /** The name of the bean, registered by {@link Main}. */
  String NAME = "cal.sample.upload:type=StoreLoad";

  /** Returns how many frames the store has done with. */
  long getRequests();

  /**
   * Returns how long frames have been inside the store, in nanoseconds: two at a time count twice.
   */
  long getBusyNanos();

  /** Returns the time with at least a frame inside the store, in nanoseconds. */
  long getUsedNanos();
}
