package cal.reactive;

import cal.core.internal.os.JdkChannels;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How event loops learn which channels are ready, and read and write them: the part of the system
 * beneath a loop.
 *
 * <p>Public for cal-proactor, and not meant for others.
 */
public enum Transport {
  /** Epoll where it can be had, and otherwise the JDK's selector. */
  AUTO {
    @Override
    Transport resolved() {
      return missing().isEmpty() ? EPOLL : NIO;
    }

    @Override
    Poller open() throws IOException {
      return resolved().open();
    }
  },

  /** The JDK's selector. */
  NIO {
    @Override
    Poller open() throws IOException {
      return new NioPoller();
    }
  },

  /** Calls of Linux by the foreign-function API. */
  EPOLL {
    @Override
    Transport resolved() {
      return required(missing(spelling(), EpollPoller::new));
    }

    @Override
    Poller open() throws IOException {
      return new EpollPoller();
    }
  },

  /** Completions of Linux 6.1 or later, by the same API. */
  IO_URING {
    @Override
    Transport resolved() {
      return required(missing(spelling(), UringPoller::new));
    }

    @Override
    Poller open() throws IOException {
      return new UringPoller();
    }
  };

  /** The architectures whose numbers and layouts are known. */
  private static final List<String> KNOWN = List.of("amd64", "aarch64");

  /**
   * The transport that this chooses here.
   *
   * @throws ConfigurationException if it cannot be had
   */
  Transport resolved() {
    return this;
  }

  /** A poller for one more loop. */
  abstract Poller open() throws IOException;

  /** For the line at the start: the choice, and why it is not the faster one. */
  String remark() {
    String name = resolved().spelling();
    return this == AUTO ? missing().map(why -> name + ", since " + why).orElse(name) : name;
  }

  /** How it is spelled. */
  String spelling() {
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
  public static Optional<String> missing() {
    return missing("epoll", EpollPoller::new);
  }

  /** Why there can be no io_uring here; empty where there can. */
  public static Optional<String> missingRing() {
    return missing("io_uring", UringPoller::new);
  }

  @FunctionalInterface
  interface Opening {
    Poller open() throws IOException;
  }

  static Optional<String> missing(String name, Opening opening) {
    if (!System.getProperty("os.name").equals("Linux")
        || !KNOWN.contains(System.getProperty("os.arch"))) {
      return Optional.of(name + " needs Linux on x86-64 or aarch64");
    }
    Module own = Transport.class.getModule();
    if (!own.isNativeAccessEnabled()) {
      return Optional.of(
          name
              + " needs --enable-native-access="
              + (own.isNamed() ? own.getName() : "ALL-UNNAMED"));
    }
    return JdkChannels.missing().map(why -> name + " " + why).or(() -> refused(name, opening));
  }

  /** The system may refuse its calls, as some containers do. */
  private static Optional<String> refused(String name, Opening opening) {
    try (Poller tried = opening.open()) {
      tried.look(1, new Found()); // the least that makes a call
      return tried.isOpen() ? Optional.empty() : Optional.of(name + " is closed");
    } catch (IOException | LinkageError | RuntimeException refused) {
      return Optional.of("the system refuses " + name + ": " + refused.getMessage());
    }
  }
}
