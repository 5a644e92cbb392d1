package cal.core;

/**
 * A unit of concurrent work, cut into steps: a connection, a job.
 *
 * <p>A binding gives this type to a server's class with {@code declare parents}, and an inter-type
 * {@code proceed()} that calls the server's own procedure; {@code captureOnInstantiation} then
 * names the places of creation (CAL paper, section 3.2). An activity captured at a call needs no
 * such type: the library makes an <em>auto activity</em>.
 *
 * <p>Steps of an activity never overlap, and each step sees the writes of the step before, on any
 * threads.
 */
public interface Activity {
  /**
   * Runs a step.
   *
   * @return true while there is more to do; false ends the activity
   * @throws Exception to end the activity as failed; reported once, to the {@link FailureHandler}
   */
  boolean proceed() throws Exception;
}
