package cal.reactive.internal.socket;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/**
 * The behaviour that code may expect of {@link java.net.Socket} and {@link java.net.ServerSocket},
 * wherever they come from and on any thread. The JDK's own pass on platform and on virtual threads,
 * so others that pass can take their place.
 *
 * <p>Each test runs on a thread of the kind under test and uses the end under test there; what the
 * peer does, it does on threads of the peer's kind. Nothing sleeps, and nothing waits for ever.
 */
@Timeout(300)
abstract class SocketContract {
  /**
   * The side under test.
   *
   * @return the same for all of one test
   */
  abstract Side here();

  /**
   * The peer's side.
   *
   * @return the same for all of one test; like the side under test unless a sub-class says
   *     otherwise
   */
  Side there() {
    return here();
  }

  /**
   * The address at which servers listen.
   *
   * @return the loopback address of IPv4 unless a sub-class says otherwise
   */
  InetAddress address() {
    return InetAddress.getLoopbackAddress();
  }

  /** The loopback address of IPv6. */
  static InetAddress ipv6() {
    byte[] one = new byte[16];
    one[15] = 1;
    try {
      return InetAddress.getByAddress("localhost", one);
    } catch (UnknownHostException wrong) {
      throw new AssertionError(wrong);
    }
  }

  /**
   * Which end of a connection is under test.
   *
   * @return true for the one that a server accepted, false for the one that connected
   */
  boolean accepted() {
    return true;
  }

  /**
   * Whether an interrupt closes the socket for which a thread under test waits, as the JDK does
   * with its sockets on virtual threads. On a platform thread it does not even wake the thread.
   *
   * @return true for the JDK's sockets on virtual threads: those of an event loop know the rule of
   *     platform threads alone
   */
  abstract boolean closedByInterrupt();

  /** Ends what the sides were opened with, after each test. */
  void close() {}

  @Nested
  class Reads extends ReadContract {
    Reads() {
      super(SocketContract.this);
    }
  }

  @Nested
  class Transfers extends TransferContract {
    Transfers() {
      super(SocketContract.this);
    }
  }

  @Nested
  class TimesOut extends TimeoutContract {
    TimesOut() {
      super(SocketContract.this);
    }
  }

  @Nested
  class Closes extends CloseContract {
    Closes() {
      super(SocketContract.this);
    }
  }

  @Nested
  class Races extends RaceContract {
    Races() {
      super(SocketContract.this);
    }
  }

  @Nested
  class HalfCloses extends HalfCloseContract {
    HalfCloses() {
      super(SocketContract.this);
    }
  }

  @Nested
  class IsLost extends LostContract {
    IsLost() {
      super(SocketContract.this);
    }
  }

  @Nested
  class Resets extends ResetContract {
    Resets() {
      super(SocketContract.this);
    }
  }

  @Nested
  class Connects extends ConnectContract {
    Connects() {
      super(SocketContract.this);
    }
  }

  @Nested
  class Accepts extends AcceptContract {
    Accepts() {
      super(SocketContract.this);
    }
  }

  @Nested
  class HasOptions extends OptionContract {
    HasOptions() {
      super(SocketContract.this);
    }
  }

  @Nested
  class HasStates extends StateContract {
    HasStates() {
      super(SocketContract.this);
    }
  }

  @Nested
  class IsInterrupted extends InterruptContract {
    IsInterrupted() {
      super(SocketContract.this);
    }
  }

  @Nested
  class IsShared extends SharingContract {
    IsShared() {
      super(SocketContract.this);
    }
  }

  @Nested
  class IsWrapped extends WrapperContract {
    IsWrapped() {
      super(SocketContract.this);
    }
  }

  @Nested
  class IsSecured extends TlsContract {
    IsSecured() {
      super(SocketContract.this);
    }
  }
}
