package cal.proactor.internal.concurrent;

/** Tells of failures without a caller. Stateless. */
public final class Failures {
  private Failures() {}

  /** Reports a failure like a failure that ends a thread; always returns. */
  public static void report(Throwable failure) {
    Thread here = Thread.currentThread();
    try {
      here.getUncaughtExceptionHandler().uncaughtException(here, failure);
    } catch (Throwable ofTheReport) {
      return; // as the JVM does, where a thread ends
    }
  }
}
