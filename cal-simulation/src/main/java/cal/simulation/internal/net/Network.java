package cal.simulation.internal.net;

import cal.simulation.internal.jdk.PlatformSockets;
import cal.simulation.internal.schedule.Machine;
import cal.simulation.internal.schedule.Simulation;
import cal.simulation.internal.schedule.Trace.Kind;
import cal.simulation.spi.Chance;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImpl;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The network of a run: TCP in memory, on one machine with one address. Simulated threads get its
 * sockets from {@code java.net}; other threads get the JDK's.
 */
public final class Network {
  private static final int FIRST_PORT = 40_000;
  private static final int LAST_PORT = 65_535;

  /** Null outside of runs. */
  private static volatile Network current;

  private final Simulation run;
  private final Faults faults;
  private final Map<Integer, Listening> listening = new HashMap<>();
  private final List<Endpoint> ends = new ArrayList<>();
  private int lastPort = FIRST_PORT;
  private int connections;

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
    Network network = here();
    return network == null ? platform.make(server) : new SimulatedSocket(new Endpoint(network));
  }

  /** Returns the network of the calling thread; null for a thread that is not simulated. */
  static Network here() {
    Network network = current;
    return network != null && Thread.currentThread().isVirtual() ? network : null;
  }

  /** Returns the run. */
  public Simulation run() {
    return run;
  }

  Faults faults() {
    return faults;
  }

  Chance chance() {
    return run.chance();
  }

  /** Returns a time on the way, which is longer where the network is cut. */
  long delay(int port) {
    long delay = 1L + chance().below(faults.delayNanos());
    for (Faults.Partition partition : faults.plan().partitions()) {
      if (partition.includes(port, run.now() + delay)) {
        delay += partition.untilNanos() - run.now(); // sent again by TCP
      }
    }
    return delay;
  }

  /** Returns the ports with a listener, in their order. */
  public List<Integer> ports() {
    return listening.keySet().stream().sorted().toList();
  }

  /** Returns the same of a machine, or of none for null. */
  public List<Integer> ports(Machine machine) {
    return ports().stream().filter(port -> listening.get(port).machine() == machine).toList();
  }

  /** A machine has crashed: its system, when it is up again, knows none of its connections. */
  public void crash(Machine machine) {
    for (int port : ports(machine)) {
      listening.remove(port).close();
    }
    List.copyOf(ends).stream().filter(end -> end.isOf(machine)).forEach(Endpoint::abort);
  }

  /** Requires an address of the simulated host. */
  void requireLocal(InetSocketAddress asked) {
    InetAddress host = asked.getAddress();
    if (host == null) {
      throw new UnresolvedAddressException();
    }
    if (!host.isLoopbackAddress() && !host.isAnyLocalAddress()) {
      throw run.refuse("a connection to another host, %s; all is on localhost".formatted(asked));
    }
  }

  /** Notes an end of a connection. */
  void made(Endpoint end) {
    ends.removeIf(Endpoint::isClosed);
    ends.add(end);
  }

  /** Closes all ends of the clients, as the end of a process does. */
  public void endClients() {
    run.threads().endClients();
    List.copyOf(ends).stream().filter(end -> end.isOf(null)).forEach(Endpoint::close);
  }

  /** Returns the server's ends that are open although their peer has closed, for people. */
  public List<String> halfClosed() {
    return ends.stream()
        .filter(end -> !end.isOf(null) && end.isLeft())
        .map(Endpoint::told)
        .toList();
  }

  /** Returns all that is open and all threads beside the calling thread, for people; or nothing. */
  public String left() {
    StringBuilder left = new StringBuilder(run.looks().left());
    ports(null).forEach(port -> left.append("\n  port ").append(port));
    ends.stream()
        .filter(end -> !end.isClosed())
        .forEach(end -> left.append("\n  ").append(end.told()));
    return left.toString();
  }

  /** Returns the number of a connection that is asked for. */
  int nextConnection() {
    return ++connections;
  }

  /** Returns how long a connection is late; -1 for a refusal. */
  long late(int number) {
    return chance().oneIn(faults.refuseOneIn())
        ? -1
        : faults.plan().late().getOrDefault(number, 0L);
  }

  /** Returns the end of a wait of so many milliseconds, or of a wait without an end for 0. */
  long until(int millis) {
    return millis == 0 ? Waiters.FOR_EVER : run.now() + millis * 1_000_000L;
  }

  int freePort() {
    do {
      lastPort = lastPort == LAST_PORT ? FIRST_PORT : lastPort + 1;
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

  /** Returns the listener of a port; null if none listens. */
  Listening listener(int port) {
    return listening.get(port);
  }

  /** Makes both directions of a connection, one of which may have its reset ahead. */
  Link[] connection(int port, int number) {
    Link there = new Link(this, port);
    Link here = new Link(this, port);
    there.pair(here);
    here.pair(there);
    if (chance().oneIn(faults.resetOneIn())) {
      (chance().oneIn(2) ? there : here).resetAfter(chance().below(faults.resetWithin()));
    }
    Faults.Reset planned = faults.plan().resets().get(number);
    if (planned != null) {
      Link direction = planned.toServer() ? there : here;
      if (planned.half()) {
        direction.endAfter(planned.bytes());
      } else {
        direction.resetAfter(planned.bytes());
      }
    }
    run.trace().add(Kind.CONNECTION, port);
    return new Link[] {there, here};
  }
}
