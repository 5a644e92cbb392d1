package cal.core;

/**
 * A unit of concurrent work, cut into steps: one connection, one job.
 *
 * <p>A binding gives this type to a server's class with {@code declare parents}, and an inter-type
 * {@code proceed()} that calls the server's own procedure; {@code captureOnInstantiation} then says
 * where such objects are made (CAL paper, section 3.2). An activity captured at a call needs no
 * such type: the library makes one for it (an <em>auto activity</em>).
 *
 * <p>Steps of one activity never overlap, and what one step wrote the next one sees, whichever
 * threads run them.
 */
public interface Activity {
  /**
   * Runs one step.
   *
   * @return true while there is more to do; false ends the activity
   * @throws Exception to end the activity as failed; reported once, to the {@link FailureHandler}
   */
  boolean proceed() throws Exception;
}
