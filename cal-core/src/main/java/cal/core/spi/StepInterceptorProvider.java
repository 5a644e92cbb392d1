package cal.core.spi;

import java.util.function.Supplier;

/**
 * Makes the interceptors of a woven server's activities; found by {@code ServiceLoader}. Where
 * there is none, nothing is asked. Thread-safe.
 *
 * <p>Calls that proceed in their caller ({@code sequential}) have no interceptor.
 */
public interface StepInterceptorProvider {
  /**
   * Whether it takes part; asked once, when the runtime is made.
   *
   * @return false where what it needs is not on the class path
   */
  boolean takesPart();

  /**
   * A stage is open.
   *
   * @param status reads its counts
   */
  void opened(Supplier<StageStatus> status);

  /**
   * A stage that is open has another model now: its status names it. Activities that were captured
   * before go on, under either.
   *
   * @param stage its name
   */
  default void switched(String stage) {}

  /**
   * A call was captured.
   *
   * @param activity the activity that it becomes; a hand-off is one too
   * @return its interceptor, made on the thread of the call; null for none
   */
  StepInterceptor intercept(CapturedActivity activity);
}
