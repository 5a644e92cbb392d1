package cal.jcsp;

import cal.core.contract.ClassicServersContract;

/** The classic servers under the paper's policy. */
class ClassicServersUnderCspTest extends ClassicServersContract {
  @Override
  protected String policy() {
    return CspPolicy.NAME;
  }
}
