package cal.simulation.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.net.SocketImpl;

/** The JDK's own sockets, beneath the factories of the process. Immutable. */
public final class PlatformSockets {
  private final MethodHandle make;

  /** Finds them. */
  public PlatformSockets() {
    try {
      make =
          Internals.in(SocketImpl.class)
              .findStatic(
                  SocketImpl.class,
                  "createPlatformSocketImpl",
                  MethodType.methodType(SocketImpl.class, boolean.class));
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  /** Makes a socket, or a listening socket. */
  public SocketImpl make(boolean server) {
    return (SocketImpl) Internals.call(make, server);
  }
}
