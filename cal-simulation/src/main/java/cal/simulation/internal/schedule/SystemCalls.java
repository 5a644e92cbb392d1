package cal.simulation.internal.schedule;

/** The system beneath the JDK's classes for files. Used by the threads of one run. */
@FunctionalInterface
public interface SystemCalls {
  /**
   * Answers a call.
   *
   * @param name of the call
   * @param arguments of the JDK's method, after the object itself unless static
   * @return null where the real system is to answer; {@link cal.simulation.seam.Seam#DONE} for void
   *     and for null
   */
  Object call(String name, Object[] arguments) throws Throwable;
}
