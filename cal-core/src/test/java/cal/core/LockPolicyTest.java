package cal.core;

/** The contract holds for what is no monitor, and so does the way to it. */
class LockPolicyTest extends SynchronizationContract {
  @Override
  protected String policy() {
    return LockPolicy.NAME;
  }
}
