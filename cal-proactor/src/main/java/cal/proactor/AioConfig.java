package cal.proactor;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A processor of a proactor, and its provider (the paper's AIO_Config, section 12). Immutable.
 *
 * @param provider the name of an {@link AioProvider}, or {@code auto}
 * @param leadership the kind of thread that waits for completions
 * @param waits the way to wait for completions
 * @param interrupt the way to end such a wait
 * @param start the thread that starts operations
 * @param inFlight the most operations of the device at a time; others are deferred
 * @param operations the kinds of operations, among the provider's
 */
public record AioConfig(
    String provider,
    Leadership leadership,
    Waits waits,
    Interrupt interrupt,
    Start start,
    int inFlight,
    Set<OperationCode> operations) {
  /** Which thread waits for the completions of a processor (section 7). */
  public enum Leadership {
    /** A caller of {@link Proactor#handleEvents}; other callers dispatch meanwhile. */
    SHARED,
    /** A thread of its own. */
    DEDICATED
  }

  /** How the leader waits (section 9). */
  public enum Waits {
    /** The way of the provider: {@code QUEUE}, or {@code SELECTOR}. */
    DEFAULT,
    /** The selector of the JDK. */
    SELECTOR,
    /** An epoll, told again and again of a ready socket. */
    EPOLL,
    /** An epoll, told once of a socket that becomes ready. */
    EPOLL_EDGE,
    /** {@code poll(2)}, with all sockets in each call. */
    POLL,
    /** A call of the ring that waits for its completion queue. */
    QUEUE,
    /** An eventfd, signalled by the ring. */
    EVENTFD,
    /** The completion queue, while a thread of the kernel polls the submissions. */
    SQPOLL
  }

  /** How a wait of the leader is ended (section 10). */
  public enum Interrupt {
    /** The way of the wait: {@code EVENTFD}, or the selector's own. */
    DEFAULT,
    /** A write to an eventfd. */
    EVENTFD,
    /** A write to a pipe. */
    PIPE,
    /** A message to the ring, from no ring. */
    MESSAGE
  }

  /** Which thread has the device start an operation (sections 7 and 12.1). */
  public enum Start {
    /** Any thread while nobody leads; the leader otherwise, whose wait is interrupted. */
    INTERRUPTING,
    /** Any thread, while the leader waits on. */
    ANY,
    /** The leader alone, whose wait is interrupted. */
    LEADER
  }

  /** Chooses the provider. */
  public static final String AUTO = "auto";

  static final int USUAL_IN_FLIGHT = 256;
  static final int MOST_IN_FLIGHT = 4096;

  public AioConfig {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(leadership, "leadership");
    Objects.requireNonNull(waits, "waits");
    Objects.requireNonNull(interrupt, "interrupt");
    Objects.requireNonNull(start, "start");
    operations = Set.copyOf(operations);
    if (inFlight < 1 || inFlight > MOST_IN_FLIGHT) {
      throw new IllegalArgumentException(
          "inFlight=%d; give 1 to %d operations".formatted(inFlight, MOST_IN_FLIGHT));
    }
  }

  /** A processor for all kinds of operations, 256 of which are in flight at most. */
  public AioConfig(String provider, Leadership leadership) {
    this(
        provider,
        leadership,
        Waits.DEFAULT,
        Interrupt.DEFAULT,
        Start.INTERRUPTING,
        USUAL_IN_FLIGHT,
        EnumSet.allOf(OperationCode.class));
  }

  /**
   * The same with other strategies.
   *
   * @param way to wait
   * @param end of a wait
   * @param starter of operations
   * @return the configuration
   */
  public AioConfig with(Waits way, Interrupt end, Start starter) {
    return new AioConfig(provider, leadership, way, end, starter, inFlight, operations);
  }

  /**
   * The same with another limit.
   *
   * @param most operations in flight
   * @return the configuration
   */
  public AioConfig withInFlight(int most) {
    return new AioConfig(provider, leadership, waits, interrupt, start, most, operations);
  }

  /**
   * The same for some kinds of operations alone.
   *
   * @param some the kinds
   * @return the configuration
   */
  public AioConfig withOperations(Set<OperationCode> some) {
    return new AioConfig(provider, leadership, waits, interrupt, start, inFlight, some);
  }

  /**
   * The reason against these strategies, for a provider that has some alone.
   *
   * @param ways to wait
   * @param ends of a wait
   * @param starters of operations
   * @return a clause with the remedy; empty where the provider has the strategies
   */
  public Optional<String> beyond(Set<Waits> ways, Set<Interrupt> ends, Set<Start> starters) {
    return beyond("wait", waits, ways)
        .or(() -> beyond("interrupt", interrupt, ends))
        .or(() -> beyond("start", start, starters));
  }

  private static Optional<String> beyond(String key, Enum<?> value, Set<? extends Enum<?>> known) {
    return known.contains(value)
        ? Optional.empty()
        : Optional.of(
            "%s=%s is not possible there; give %s"
                .formatted(
                    key,
                    spelling(value),
                    known.stream()
                        .sorted()
                        .map(AioConfig::spelling)
                        .collect(Collectors.joining(", "))));
  }

  /** A value as written in settings. */
  public static String spelling(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the leader is the same thread always. */
  public boolean isOfOneThread() {
    return leadership == Leadership.DEDICATED;
  }
}
