package cal.reactive.internal.transport;

import cal.core.internal.os.SystemCalls;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The part of the system beneath a loop: readiness of channels, reads and writes. */
public enum Transport {
  /** Epoll if available, and otherwise the JDK's selector. */
  AUTO {
    @Override
    public Transport resolved() {
      return missing().isEmpty() ? EPOLL : NIO;
    }

    @Override
    public Transport withRing() {
      return AUTO_WITH_RING;
    }

    @Override
    public String remark() {
      return missing().map(why -> NIO.spelling() + ", since " + why).orElse(EPOLL.spelling());
    }
  },

  /** Io_uring if available, and otherwise like {@link #AUTO}: of the model proactor. */
  AUTO_WITH_RING {
    @Override
    public Transport resolved() {
      return missingRing().isEmpty() ? IO_URING : AUTO.resolved();
    }

    @Override
    public String remark() {
      return missingRing().map(why -> AUTO.remark() + ", since " + why).orElse(IO_URING.spelling());
    }
  },

  /** The JDK's selector. */
  NIO {
    @Override
    public Poller open() throws IOException {
      return new NioPoller();
    }
  },

  /** Calls of Linux by the foreign-function API. */
  EPOLL {
    @Override
    public Transport resolved() {
      return required(missing(spelling(), EpollPoller::new));
    }

    @Override
    public Poller open() throws IOException {
      return new EpollPoller();
    }
  },

  /** Completions of Linux 6.1 or later, by the same API. */
  IO_URING {
    @Override
    public Transport resolved() {
      return required(missing(spelling(), UringPoller::new));
    }

    @Override
    public Poller open() throws IOException {
      return new UringPoller();
    }
  };

  /** The transports for a user's choice. */
  public static final List<Transport> CHOICES = List.of(AUTO, NIO, EPOLL, IO_URING);

  /**
   * The chosen transport here.
   *
   * @throws ConfigurationException if unavailable
   */
  public Transport resolved() {
    return this;
  }

  /** The same, or io_uring without a user's choice. */
  public Transport withRing() {
    return this;
  }

  /** A poller for another loop. */
  public Poller open() throws IOException {
    return resolved().open();
  }

  /** For the line at the start: the choice, and the reason against a faster transport. */
  public String remark() {
    return resolved().spelling();
  }

  /** The spelling. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  final Transport required(Optional<String> missing) {
    missing.ifPresent(
        why -> {
          throw new ConfigurationException(
              "cal.reactive.transport=%s cannot be had here: %s; or give auto or nio"
                  .formatted(spelling(), why));
        });
    return this;
  }

  /** Why there can be no epoll here; empty where there can. */
  static Optional<String> missing() {
    return missing("epoll", EpollPoller::new);
  }

  /** Why there can be no io_uring here; empty where there can. */
  static Optional<String> missingRing() {
    return missing("io_uring", UringPoller::new);
  }

  @FunctionalInterface
  interface Opening {
    public Poller open() throws IOException;
  }

  static Optional<String> missing(String name, Opening opening) {
    return SystemCalls.missing(name).or(() -> refused(name, opening));
  }

  /** The system may refuse the calls, as some containers do. */
  private static Optional<String> refused(String name, Opening opening) {
    try (Poller tried = opening.open()) {
      tried.look(1, new ReadySet()); // the least that makes a call
      return tried.isOpen() ? Optional.empty() : Optional.of(name + " is closed");
    } catch (IOException | LinkageError | RuntimeException refused) {
      return Optional.of("the system refuses " + name + ": " + refused.getMessage());
    }
  }
}
