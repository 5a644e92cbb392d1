package cal.simulation.internal.net;

import cal.simulation.internal.jdk.PlatformSockets;
import cal.simulation.internal.schedule.Simulation;
import cal.simulation.internal.schedule.Trace.Kind;
import cal.simulation.spi.Chance;
import java.io.IOException;
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

  /** Null outside of runs. */
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
    try {
      run.run(body);
    } finally {
      current = null;
    }
  }

  /** Takes the socket factories of the process, once. */
  @SuppressWarnings("deprecation")
  public static void install() throws IOException {
    PlatformSockets platform = new PlatformSockets();
    ServerSocket.setSocketFactory(() -> socket(platform, true));
    Socket.setSocketImplFactory(() -> socket(platform, false));
  }

  private static SocketImpl socket(PlatformSockets platform, boolean server) {
    Network network = current;
    return network != null && Thread.currentThread().isVirtual()
        ? new SimulatedSocket(network)
        : platform.make(server);
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

  /** Returns the end of a wait of so many milliseconds, or of a wait without an end for 0. */
  long until(int millis) {
    return millis == 0 ? Waiters.FOR_EVER : run.now() + millis * 1_000_000L;
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
