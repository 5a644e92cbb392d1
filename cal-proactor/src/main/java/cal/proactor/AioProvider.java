package cal.proactor;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * A way of the system to carry out operations, found by {@link java.util.ServiceLoader}. Stateless
 * and thread-safe; state is in the {@link AioDevice} of each processor.
 */
public interface AioProvider {
  /**
   * The name of the provider.
   *
   * @return lower-case letters, digits and underscores
   */
  String name();

  /**
   * The preference among available providers.
   *
   * @return a number; {@code auto} takes the provider with the greatest
   */
  int rank();

  /**
   * The reason of unavailability here.
   *
   * @return a clause for people, with the remedy if there is one; empty for an available provider
   */
  Optional<String> missing();

  /**
   * The reason against the strategies of a configuration: a strategy is refused, never replaced.
   *
   * @param config the configuration
   * @return a clause for people, with the remedy; empty where the provider has the strategies
   */
  Optional<String> refuses(AioConfig config);

  /**
   * The possible operations (the paper's mask, section 8.1).
   *
   * @return the kinds, without events and timers; all, unless a provider says otherwise
   */
  default Set<OperationCode> operations() {
    return OperationCode.ofDevices();
  }

  /**
   * Whether a started operation can be cancelled, with its handle left whole.
   *
   * @param code the kind of operation
   * @return false where such an operation goes on to the end, or ends with the handle alone; unless
   *     a provider says otherwise, true for sockets alone: a system does not interrupt a disk
   */
  default boolean cancels(OperationCode code) {
    return code.isInput() || code.isOutput();
  }

  /**
   * Opens a device.
   *
   * @param completions takes the ends of operations
   * @param config the strategies, and the most operations at a time
   * @return the device
   * @throws IOException if the system refuses
   */
  AioDevice open(Completions completions, AioConfig config) throws IOException;
}
