package cal.reactive;

import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How event loops learn which channels are ready, and read and write them: the part of the system
 * beneath a loop.
 */
enum Transport {
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
      missing()
          .ifPresent(
              why -> {
                throw new ConfigurationException(
                    "cal.reactive.transport=epoll cannot be had here: %s; or give auto or nio"
                        .formatted(why));
              });
      return this;
    }

    @Override
    Poller open() throws IOException {
      return new EpollPoller();
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
    String name = resolved().name().toLowerCase(Locale.ROOT);
    return this == AUTO ? missing().map(why -> name + ", since " + why).orElse(name) : name;
  }

  /** Why there can be no epoll here; empty where there can. */
  static Optional<String> missing() {
    if (!System.getProperty("os.name").equals("Linux")
        || !KNOWN.contains(System.getProperty("os.arch"))) {
      return Optional.of("epoll needs Linux on x86-64 or aarch64");
    }
    Module own = Transport.class.getModule();
    if (!own.isNativeAccessEnabled()) {
      return Optional.of(
          "epoll needs --enable-native-access=" + (own.isNamed() ? own.getName() : "ALL-UNNAMED"));
    }
    return JdkChannels.missing().map(why -> "epoll " + why).or(Transport::refused);
  }

  /** The system may refuse its calls, as some containers do. */
  private static Optional<String> refused() {
    try (Poller tried = new EpollPoller()) {
      return tried.isOpen() ? Optional.empty() : Optional.of("epoll is closed");
    } catch (IOException | LinkageError | RuntimeException refused) {
      return Optional.of("the system refuses epoll: " + refused.getMessage());
    }
  }
}
