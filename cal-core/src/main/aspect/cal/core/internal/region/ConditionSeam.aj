package cal.core.internal.region;

import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Maps {@code wait}, {@code notify} and {@code notifyAll} of the server to the policy of the
 * calling thread's region; everywhere else the calls are the JVM's own.
 *
 * <p>Woven into every server. A call on an object that is no guard and stands for none proceeds as
 * if unwoven, and so does a call outside all regions: both throw {@link
 * IllegalMonitorStateException}. Interrupts are as {@link Object#wait()} documents.
 */
aspect ConditionSeam {
  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Object object) throws InterruptedException:
      call(void Object.wait()) && target(object) && !within(cal.core..*) {
    if (!await(object, 0, 0)) {
      proceed(object);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Object object, long millis) throws InterruptedException:
      call(void Object.wait(long)) && target(object) && args(millis) && !within(cal.core..*) {
    if (!await(object, millis, 0)) {
      proceed(object, millis);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Object object, long millis, int nanos) throws InterruptedException:
      call(void Object.wait(long, int)) && target(object) && args(millis, nanos)
          && !within(cal.core..*) {
    if (!await(object, millis, nanos)) {
      proceed(object, millis, nanos);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Object object):
      call(void Object.notify()) && target(object) && !within(cal.core..*) {
    if (!signal(object)) {
      proceed(object);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Object object):
      call(void Object.notifyAll()) && target(object) && !within(cal.core..*) {
    if (!signalAll(object)) {
      proceed(object);
    }
  }

  // The methods that the advice calls stand here. ajc 1.9.27 breaks off where advice that it
  // inlines calls methods with parameters of a class that it has not compiled.

  private static boolean await(Object object, long millis, int nanos)
      throws InterruptedException {
    return Conditions.await(object, millis, nanos);
  }

  private static boolean signal(Object object) {
    return Conditions.signal(object);
  }

  private static boolean signalAll(Object object) {
    return Conditions.signalAll(object);
  }
}
