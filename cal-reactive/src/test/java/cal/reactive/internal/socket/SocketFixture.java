package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The common base of the contract's parts: sockets of the kind that is tested, connected or not,
 * and calls on other threads. After each test its sockets are closed, which must end all its calls.
 */
@ExtendWith(ThreadUnderTest.class)
abstract class SocketFixture {
  final SocketContract contract;
  private final Queue<Closeable> sockets = new ConcurrentLinkedQueue<>();
  private final Queue<Call<?>> calls = new ConcurrentLinkedQueue<>();

  SocketFixture(SocketContract contract) {
    this.contract = contract;
  }

  @BeforeEach
  final void shouldHaveTheAddress() {
    try (ServerSocket listening = new ServerSocket()) {
      listening.bind(loopback());
    } catch (IOException none) {
      assumeTrue(false, "this machine has no " + contract.address() + ": " + none);
    }
  }

  @AfterEach
  final void shouldLeaveNothingBehind() throws Exception {
    Side closers = Side.onPlatformThreads(Side.JDK);
    try {
      call(closers, returningNull(this::closeSockets)).get();
      for (Call<?> call : calls) {
        call.end();
      }
    } finally {
      call(closers, returningNull(contract::close)).get(Call.DEADLINE.multipliedBy(2));
    }
  }

  private void closeSockets() throws IOException {
    for (Closeable socket : sockets) {
      socket.close();
    }
  }

  /** Registers a socket to be closed after the test. */
  final <C extends Closeable> C closeAtEnd(C socket) {
    sockets.add(socket);
    return socket;
  }

  /** A new socket of the kind under test, unconnected. */
  final Socket socket() throws IOException {
    return closeAtEnd(contract.here().sockets().socket());
  }

  /** A new server socket of the kind under test, unbound. */
  final ServerSocket serverSocket() throws IOException {
    return closeAtEnd(contract.here().sockets().serverSocket());
  }

  /** A server socket of the kind under test that listens at some port of the loopback address. */
  final ServerSocket listening() throws IOException {
    return listening(contract.here());
  }

  final ServerSocket listening(Side side) throws IOException {
    ServerSocket server = closeAtEnd(side.sockets().serverSocket());
    server.bind(loopback());
    return server;
  }

  /** Any port of the loopback address of the contract. */
  final InetSocketAddress loopback() {
    return new InetSocketAddress(contract.address(), 0);
  }

  /** A connection, made by the threads of each end, within the backlog of its server. */
  final Ends connect() throws Exception {
    Socket here;
    Socket there;
    if (contract.accepted()) {
      try (ServerSocket server = listening()) {
        there = connectPeer(server);
        here = closeAtEnd(server.accept());
      }
    } else {
      try (ServerSocket server = listening(contract.there())) {
        here = socket();
        here.connect(server.getLocalSocketAddress());
        there = closeAtEnd(callThere(server::accept).get());
      }
    }
    return new Ends(here, there);
  }

  /** A peer that is connected to a server but perhaps not accepted yet. */
  final Socket connectPeer(ServerSocket server) throws Exception {
    Socket peer = closeAtEnd(contract.there().sockets().socket());
    startThere(() -> peer.connect(server.getLocalSocketAddress())).get();
    return peer;
  }

  /** Calls on a thread of the kind under test. */
  final <T> Call<T> call(Callable<T> body) {
    return call(contract.here(), body);
  }

  /** Calls on a thread of the peer's kind. */
  final <T> Call<T> callThere(Callable<T> body) {
    return call(contract.there(), body);
  }

  final Call<Void> start(Call.Action action) {
    return call(contract.here(), returningNull(action));
  }

  final Call<Void> startThere(Call.Action action) {
    return call(contract.there(), returningNull(action));
  }

  final <T> Call<T> call(Side side, Callable<T> body) {
    Call<T> call = new Call<>(body);
    calls.add(call);
    side.threads().execute(call);
    return call;
  }

  private static Callable<Void> returningNull(Call.Action action) {
    return () -> {
      action.run();
      return null;
    };
  }

  /** The peer writes, on a thread of its own, waited for: for what fits into the buffers. */
  final void send(Ends ends, byte... bytes) throws Exception {
    startThere(() -> ends.peerOut().write(bytes)).get();
  }

  /** Waits until so many bytes can be read here without blocking. */
  static void arrived(Ends ends, int bytes) throws IOException {
    if (ends.in().available() != bytes) {
      eventually(bytes + " bytes arrive", () -> ends.in().available() == bytes);
    }
  }

  /** An address that answers no more, since the backlog there is full; a test is skipped if not. */
  final InetSocketAddress silent() throws Exception {
    ServerSocket full = closeAtEnd(new ServerSocket());
    full.bind(loopback(), 1);
    InetSocketAddress address = (InetSocketAddress) full.getLocalSocketAddress();
    // One answer may be late.
    int silent = 0;
    for (int i = 0; i < 10 && silent < 2; i++) {
      try {
        closeAtEnd(new Socket()).connect(address, 60);
        silent = 0;
      } catch (SocketTimeoutException noAnswer) {
        silent++;
      }
    }
    assumeTrue(silent == 2, "a full backlog is not silent on this system");
    return address;
  }

  /** Lets some time go by, in which nothing should happen: as long as a read that times out. */
  final void watchFor(Duration time) throws Exception {
    try (ServerSocket clock = new ServerSocket()) {
      clock.bind(loopback());
      clock.setSoTimeout(Math.toIntExact(time.toMillis()));
      Call<Socket> tick = call(Side.onPlatformThreads(Side.JDK), clock::accept);
      assertThat(tick.thrown()).isInstanceOf(SocketTimeoutException.class);
    }
  }

  static byte[] randomBytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  static void eventually(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(Call.DEADLINE)
        .until(condition);
  }

  /** Threads of every kind, each after one of this side's. */
  List<Side> everyKindOfThread() {
    return List.of(
        contract.here(),
        Side.onPlatformThreads(Side.JDK),
        contract.here(),
        Side.onVirtualThreads(Side.JDK),
        contract.there(),
        contract.here());
  }
}
