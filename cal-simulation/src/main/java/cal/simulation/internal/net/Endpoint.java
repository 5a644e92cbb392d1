package cal.simulation.internal.net;

import cal.simulation.internal.schedule.Machine;
import cal.simulation.spi.Point;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.Collection;

/**
 * One end of a connection, or a listener: beneath a socket or a channel. Used by the threads of one
 * run.
 */
final class Endpoint {
  /** The time until the system sends another SYN. */
  private static final long AGAIN_NANOS = 1_000_000_000L;

  private static final int TRIES = 6;

  private final Network network;

  /** The selectors that wait, told of each change of {@link #ready}. */
  private final Collection<Runnable> observers = new ArrayList<>();

  /** Whose end it is; null for none. */
  private final Machine machine;

  /** Of a connection that is made, and of a close. */
  private final Waiters changes;

  private int localPort;
  private InetSocketAddress remote;
  private Listening listening;
  private Link in;
  private Link out;
  private IOException refusal;
  private boolean abrupt;
  private boolean closed;

  Endpoint(Network network) {
    this(network, network.run().acting());
  }

  private Endpoint(Network network, Machine machine) {
    this.network = network;
    this.machine = machine;
    this.changes = new Waiters(network.run());
    changes.observe(observers);
  }

  Network network() {
    return network;
  }

  Link in() {
    return in;
  }

  Link out() {
    return out;
  }

  int localPort() {
    return localPort;
  }

  InetSocketAddress local() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), localPort);
  }

  /** Returns the address of the peer; null before a connect. */
  InetSocketAddress remote() {
    return remote;
  }

  boolean isConnected() {
    return out != null;
  }

  boolean isListening() {
    return listening != null;
  }

  boolean isClosed() {
    return closed;
  }

  void requireOpen() throws SocketException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
  }

  /** Here the running thread may be preempted. */
  void point() {
    network.run().point(Point.SOCKET);
  }

  void bind(int port) {
    localPort = port == 0 ? network.freePort() : port;
  }

  void listen(int backlog) throws IOException {
    if (localPort == 0) {
      bind(0);
    }
    Listening queue = new Listening(network, backlog);
    network.listen(localPort, queue);
    listening = queue;
    queue.acceptors().observe(observers);
  }

  /**
   * Connects.
   *
   * @param millis the longest wait, or 0
   */
  void connect(InetSocketAddress to, int millis) throws IOException {
    long until = network.until(millis);
    begin(to);
    if (!awaitDecision(until)) {
      close();
      throw new SocketTimeoutException("Connect timed out");
    }
    finish();
  }

  /**
   * Waits until the connection is made or refused; false if the time is over.
   *
   * @throws SocketException if this is closed
   */
  boolean awaitDecision(long until) throws IOException {
    boolean inTime = true;
    while (inTime && !isDecided()) {
      inTime = changes.await(until);
    }
    requireOpen();
    return isDecided();
  }

  /** Begins to connect. */
  void begin(InetSocketAddress to) {
    network.requireLocal(to);
    remote = to;
    if (localPort == 0) {
      bind(0);
    }
    int number = network.nextConnection();
    long late = network.late(number);
    network.run().after(Math.max(0, late), () -> send(late < 0, number, 0));
  }

  /** Sends a SYN, and again where the backlog is full. */
  private void send(boolean refused, int number, int tries) {
    network.run().after(network.delay(remote.getPort()), () -> arrive(refused, number, tries));
  }

  private void arrive(boolean refused, int number, int tries) {
    Listening listener = refused ? null : network.listener(remote.getPort());
    if (closed || (machine != null && machine.isGone())) {
      return;
    }
    if (listener == null) {
      refusal = new ConnectException("Connection refused");
    } else if (!listener.isFull()) {
      connected(listener, number);
    } else if (tries + 1 == TRIES) {
      refusal = new ConnectException("Connection timed out");
    } else {
      network.run().after(AGAIN_NANOS << tries, () -> send(false, number, tries + 1));
      return;
    }
    changes.wake();
  }

  private void connected(Listening listener, int number) {
    Link[] links = network.connection(remote.getPort(), number);
    out = links[0];
    in = links[1];
    Endpoint peer = new Endpoint(network, listener.machine());
    peer.in = out;
    peer.out = in;
    peer.remote = local();
    peer.localPort = remote.getPort();
    out.observe(peer.observers, observers);
    in.observe(observers, peer.observers);
    listener.add(peer);
    network.made(this);
  }

  /** Whether the connection is made or refused, or this is closed. */
  boolean isDecided() {
    return closed || out != null || refusal != null;
  }

  /** Closes what was refused. */
  void finish() throws IOException {
    if (refusal != null) {
      close();
      throw refusal;
    }
  }

  /**
   * Waits for a connection.
   *
   * @param millis the longest wait, or 0
   */
  Endpoint accept(int millis) throws IOException {
    long until = network.until(millis);
    Endpoint come = poll();
    while (come == null && !closed) {
      if (!listening.acceptors().await(until)) {
        throw new SocketTimeoutException("Accept timed out");
      }
      come = poll();
    }
    requireOpen();
    return come;
  }

  /** Returns the oldest connection of the backlog; null if none has come. */
  Endpoint poll() {
    Endpoint come = listening.poll();
    if (come != null) {
      network.made(come);
    }
    return come;
  }

  Collection<Runnable> observers() {
    return observers;
  }

  /** Returns the operations that would not wait, by the numbers of a selection key. */
  int ready() {
    if (listening != null) {
      return listening.isEmpty() ? 0 : SelectionKey.OP_ACCEPT;
    }
    int ready = isDecided() ? SelectionKey.OP_CONNECT : 0;
    if (in != null && in.isReadable()) {
      ready |= SelectionKey.OP_READ;
    }
    if (out != null && out.isWritable(Integer.MAX_VALUE)) {
      ready |= SelectionKey.OP_WRITE;
    }
    return ready;
  }

  /** Whether the peer has closed, and this has not. */
  boolean isLeft() {
    return !closed && out != null && out.isReaderClosed();
  }

  /** Returns a name for people. */
  String told() {
    return "the connection from port %d at port %d".formatted(remote.getPort(), localPort);
  }

  /** Whether a close sends a reset, as with a linger time of 0. */
  void abrupt(boolean now) {
    abrupt = now;
  }

  void close() {
    if (closed) {
      return;
    }
    closed = true;
    changes.wake();
    if (listening != null) {
      network.forget(localPort, listening);
      listening.close();
    }
    if (out != null) {
      if (abrupt || in.available() > 0) { // unread bytes: RFC 2525, section 2.17
        out.afterArrivals(out::fail);
      } else {
        out.finish();
      }
      in.closeReading();
    }
  }

  boolean isOf(Machine other) {
    return machine == other;
  }

  /** Closes without a farewell. */
  void abort() {
    abrupt = true;
    close();
  }
}
