package cal.proactor;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * A way of the system to carry out operations, found by {@link java.util.ServiceLoader}. Stateless
 * and thread-safe; state is in the {@link AioDevice} that each processor opens.
 */
public interface AioProvider {
  /**
   * The name that chooses it.
   *
   * @return lower-case letters, digits and underscores
   */
  String name();

  /**
   * The preference among providers that can be had.
   *
   * @return a number; {@code auto} takes the provider with the greatest
   */
  int rank();

  /**
   * Why it cannot be had here.
   *
   * @return a clause for people, with the remedy if there is one; empty where it can be had
   */
  Optional<String> missing();

  /**
   * The operations that it can carry out (the paper's mask, section 8.1).
   *
   * @return the kinds, without events and timers
   */
  Set<OperationCode> operations();

  /**
   * Whether it cancels an operation that it has started, and leaves its handle as it was.
   *
   * @param code the kind of operation
   * @return false where such an operation goes on to its end, or ends with its handle alone
   */
  boolean cancels(OperationCode code);

  /**
   * Opens a device.
   *
   * @param completions takes the ends of operations
   * @param limit operations that it has at a time, at most
   * @param oneThread whether its leader is the same thread always
   * @return the device
   * @throws IOException if the system refuses
   */
  AioDevice open(Completions completions, int limit, boolean oneThread) throws IOException;
}
