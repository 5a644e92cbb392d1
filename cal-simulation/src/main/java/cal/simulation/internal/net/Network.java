package cal.simulation.internal.net;

import cal.simulation.internal.schedule.Simulation;
import cal.simulation.internal.schedule.Trace.Kind;
import cal.simulation.spi.Chance;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImpl;
import java.util.HashMap;
import java.util.Map;

/**
 * The network of a run: TCP in memory, on one machine with one address. Simulated threads get its
 * sockets from {@code java.net}; other threads get the JDK's.
 */
public final class Network {
  private static final int FIRST_PORT = 40_000;

  private static volatile Network current;

  private final Simulation run;
  private final Faults faults;
  private final Map<Integer, Listening> listening = new HashMap<>();
  private int lastPort = FIRST_PORT;

  /** The network of a run. */
  public Network(Simulation run, Faults faults) {
    this.run = run;
    this.faults = faults;
  }

  /** Runs a body on this network. */
  public void run(Runnable body) {
    current = this;
    run.run(body);
  }

  /** Takes the socket factories of the process, once. */
  @SuppressWarnings("deprecation")
  public static void install() throws ReflectiveOperationException, IOException {
    MethodHandle platform =
        MethodHandles.privateLookupIn(SocketImpl.class, MethodHandles.lookup())
            .findStatic(
                SocketImpl.class,
                "createPlatformSocketImpl",
                MethodType.methodType(SocketImpl.class, boolean.class));
    ServerSocket.setSocketFactory(() -> socket(platform, true));
    Socket.setSocketImplFactory(() -> socket(platform, false));
  }

  private static SocketImpl socket(MethodHandle platform, boolean server) {
    if (Simulation.current() != null && Thread.currentThread().isVirtual()) {
      return new SimulatedSocket(current);
    }
    try {
      return (SocketImpl) platform.invoke(server);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }

  Simulation run() {
    return run;
  }

  Faults faults() {
    return faults;
  }

  Chance chance() {
    return run.chance();
  }

  /** Returns a time on the way. */
  long delay() {
    return 1L + chance().below(faults.delayNanos());
  }

  int freePort() {
    do {
      lastPort++;
    } while (listening.containsKey(lastPort));
    return lastPort;
  }

  void listen(int port, Listening listener) throws BindException {
    if (listening.putIfAbsent(port, listener) != null) {
      throw new BindException("Address already in use");
    }
  }

  void forget(int port, Listening listener) {
    listening.remove(port, listener);
  }

  /** Returns the listener of a port; null if none listens, or by chance. */
  Listening listener(int port) {
    return chance().oneIn(faults.refuseOneIn()) ? null : listening.get(port);
  }

  /** Makes both directions of a connection, one of which may have its reset ahead. */
  Link[] connection(int port) {
    Link there = new Link(this, port);
    Link here = new Link(this, port);
    there.pair(here);
    here.pair(there);
    if (chance().oneIn(faults.resetOneIn())) {
      (chance().oneIn(2) ? there : here).resetAfter(chance().below(faults.resetWithin()));
    }
    run.note(Kind.CONNECTION, port);
    return new Link[] {there, here};
  }
}
