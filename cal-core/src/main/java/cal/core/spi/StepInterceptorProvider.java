package cal.core.spi;

import java.util.function.Supplier;

/**
 * Makes the interceptors of a woven server's activities; found by {@code ServiceLoader}. Without a
 * provider, nothing is asked. Thread-safe.
 *
 * <p>Calls that proceed in their caller ({@code sequential}) have no interceptor.
 */
public interface StepInterceptorProvider {
  /**
   * Whether the provider takes part; asked once, when the runtime is made.
   *
   * @return false where a needed library is not on the class path
   */
  boolean takesPart();

  /**
   * A stage is open.
   *
   * @param status reads the counts
   */
  void opened(Supplier<StageStatus> status);

  /**
   * An open stage has another model now, named by its status. Activities captured before go on,
   * under either model.
   *
   * @param stage the name
   */
  default void switched(String stage) {}

  /**
   * A call was captured.
   *
   * @param activity of the call; a hand-off is an activity too
   * @return the interceptor, made on the thread of the call; null for none
   */
  StepInterceptor intercept(CapturedActivity activity);
}
