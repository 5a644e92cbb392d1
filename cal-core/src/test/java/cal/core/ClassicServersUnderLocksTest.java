package cal.core;

/** The classic servers under a policy that is no monitor. */
class ClassicServersUnderLocksTest extends ClassicServersContract {
  @Override
  protected String policy() {
    return LockPolicy.NAME;
  }
}
