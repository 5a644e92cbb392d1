package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The promises of every provider about threads that end, and about mistakes of its user. */
@Timeout(120)
abstract class ProviderFaultContract extends ProviderFixture {
  private static final int MORE_THAN_FIT_IN_FLIGHT = 20;
  private static final int IN_FLIGHT = 8;
  private static final int ROUNDS = 100;

  /** So much later comes the cancellation of each round. */
  private static final long STEP_NANOS = 20_000;

  ProviderFaultContract(AioConfig config) {
    super(config);
  }

  /** The calling thread, as the system has it. */
  private static final Path THREAD = Path.of("/proc/thread-self");

  /** The system gives up what a thread has submitted that ends; nobody has cancelled it. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldGoOnWithOperationsOfAThreadThatHasEnded() throws Exception {
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener)) {
      ByteBuffer in = ByteBuffer.allocateDirect(16);
      AioOperation read = AioOperation.read(server, in, ended::add);
      AioOperation accept = AioOperation.accept(listener, ended::add);
      FutureTask<Path> startAndLook =
          new FutureTask<>(
              () -> {
                start(read);
                start(accept);
                assertThat(proactor.handleEvents(0)).isZero();
                return THREAD.toRealPath();
              });
      Thread thread = Thread.ofPlatform().start(startAndLook);
      Path ofTheSystem = startAndLook.get();
      thread.join();
      while (Files.exists(ofTheSystem)) { // it ends after the thread of Java
        Thread.onSpinWait();
      }
      client.getOutputStream().write('x');
      assertThat(count(read)).isEqualTo(1);
      try (Socket other = client(listener)) {
        assertThat(other.isConnected()).isTrue();
        assertThat(ended(accept).failure()).isNull();
        accept.accepted().close();
      }
    }
  }

  @Test
  void shouldFailWhatItsHandleCannotDoAndGoOn() throws IOException {
    Path path = Files.write(folder.resolve("data"), new byte[1]);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    try (AioHandle file = proactor.file(path, Set.of(StandardOpenOption.READ))) {
      for (int i = 0; i < MORE_THAN_FIT_IN_FLIGHT; i++) {
        AioOperation wrong = ended(start(AioOperation.connect(file, any, ended::add)));
        assertThat(wrong.failure()).isInstanceOf(RuntimeException.class);
      }
      ByteBuffer in = ByteBuffer.allocateDirect(1);
      assertThat(count(start(AioOperation.readAt(file, in, 0, ended::add)))).isEqualTo(1);
    }
  }

  /** The leader looks at sockets whose input nobody waits for, as others close the sockets. */
  @Test
  void shouldGoOnAsHandlesWithInputAreClosed() throws Exception {
    try (AioHandle listener = listener()) {
      for (int round = 0; round < ROUNDS; round++) {
        List<Socket> clients = new ArrayList<>();
        List<AioHandle> servers = new ArrayList<>();
        for (int i = 0; i < IN_FLIGHT; i++) {
          clients.add(client(listener));
          servers.add(accepted(listener));
        }
        for (AioHandle server : servers) {
          start(AioOperation.read(server, ByteBuffer.allocateDirect(1), ended::add));
        }
        for (Socket client : clients) {
          client.getOutputStream().write('x');
        }
        until("all reads", () -> ended.size() == IN_FLIGHT);
        ended.clear();
        for (Socket client : clients) {
          client.getOutputStream().write('y');
        }
        FutureTask<Void> closing = asOthers(() -> closeAll(servers));
        while (!closing.isDone()) {
          assertThat(proactor.handleEvents(0)).isZero();
        }
        closing.get();
        closeAll(clients);
      }
    }
  }

  private static void closeAll(List<? extends AutoCloseable> all) throws Exception {
    for (AutoCloseable one : all) {
      one.close();
    }
  }

  /** Something that another thread does from now on. */
  private FutureTask<Void> asOthers(Acts acts) throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              both.await();
              acts.act();
              return null;
            });
    Thread.ofPlatform().start(task);
    both.await();
    return task;
  }

  /** An action of another thread. */
  @FunctionalInterface
  private interface Acts {
    void act() throws Exception;
  }

  /** The peer takes nothing: a transfer has no other end. */
  @Test
  void shouldTellEachOperationOnceAsOthersCancel() throws Exception {
    int length = 32 << 20;
    Path path = folder.resolve("data");
    try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
      sparse.setLength(length);
    }
    try (AioHandle listener = listener();
        AioHandle file = proactor.file(path, Set.of(StandardOpenOption.READ))) {
      for (int round = 0; round < ROUNDS; round++) {
        try (Socket client = client(listener);
            AioHandle server = accepted(listener)) {
          List<OperationCode> told = new ArrayList<>();
          Consumer<AioOperation> tell = end -> told.add(end.code());
          AioOperation timer = start(AioOperation.timer(round, tell));
          AioOperation read = start(AioOperation.read(server, ByteBuffer.allocateDirect(1), tell));
          server.transmit(file, 0, length, null, null, tell);
          long cancelAt = System.nanoTime() + round * STEP_NANOS;
          FutureTask<Void> cancelling =
              asOthers(
                  () -> {
                    client.getOutputStream().write('x');
                    proactor.cancel(timer);
                    proactor.cancel(read);
                    while (System.nanoTime() - cancelAt < 0) {
                      Thread.onSpinWait();
                    }
                    server.cancel();
                  });
          until("the ends of all", () -> proactor.alive() == 0);
          cancelling.get();
          assertThat(told)
              .containsExactlyInAnyOrder(
                  OperationCode.TIMER, OperationCode.READ_STREAM, OperationCode.TRANSMIT_FILE);
        }
      }
    }
  }

  @Test
  void shouldCancelADeferredOperationAndStartTheOthers() throws IOException {
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener)) {
      AioHandle[] sockets = new AioHandle[MORE_THAN_FIT_IN_FLIGHT];
      Socket[] peers = new Socket[MORE_THAN_FIT_IN_FLIGHT];
      AioOperation[] reads = new AioOperation[MORE_THAN_FIT_IN_FLIGHT];
      for (int i = 0; i < sockets.length; i++) {
        peers[i] = client(listener);
        sockets[i] = accepted(listener);
      }
      for (int i = 0; i < sockets.length; i++) {
        reads[i] = start(AioOperation.read(sockets[i], ByteBuffer.allocateDirect(1), ended::add));
      }
      proactor.handleEvents(0);
      AioOperation last = reads[reads.length - 1];
      assertThat(last.state()).isEqualTo(AioOperation.State.DEFERRED);
      assertThat(proactor.cancel(last)).isTrue();
      assertThat(ended(last).isCancelled()).isTrue();
      for (int i = 0; i < sockets.length - 1; i++) {
        peers[i].getOutputStream().write('x');
        assertThat(count(reads[i])).isEqualTo(1);
      }
      for (int i = 0; i < sockets.length; i++) {
        peers[i].close();
        sockets[i].close();
      }
      assertThat(client.isConnected()).isTrue();
      assertThat(server.isClosed()).isFalse();
    }
  }

  @Test
  void shouldWaitAsLongAsANumberCanTell() throws Exception {
    AioOperation never = start(AioOperation.timer(Long.MAX_VALUE, ended::add));
    AioOperation soon = start(AioOperation.timer(1_000_000, ended::add));
    until("the timer that is due", () -> !ended.isEmpty());
    assertThat(ended.poll()).isSameAs(soon);
    AioOperation event = AioOperation.event(ended::add);
    Thread waker = Thread.ofPlatform().start(() -> start(event));
    while (ended.isEmpty()) {
      proactor.handleEvents(Long.MAX_VALUE - 1);
    }
    waker.join();
    assertThat(ended.poll()).isSameAs(event);
    assertThat(proactor.cancel(never)).isTrue();
    assertThat(ended(never).isCancelled()).isTrue();
  }

  /** A listener whose queue is full lets others wait. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldNotConnectElsewhereWhatIsBeingConnected() throws IOException {
    if (!provider().cancels(OperationCode.CONNECT)) {
      return; // the socket is closed
    }
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<SocketChannel> crowd = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, loopback);
        ServerSocket other = new ServerSocket(0, 1, loopback);
        AioHandle socket = proactor.socket()) {
      for (int i = 0; i < MORE_THAN_FIT_IN_FLIGHT; i++) {
        SocketChannel one = SocketChannel.open();
        crowd.add(one);
        one.configureBlocking(false);
        one.connect(full.getLocalSocketAddress());
      }
      AioOperation connect =
          start(AioOperation.connect(socket, full.getLocalSocketAddress(), ended::add));
      while (connect.state() != AioOperation.State.STARTED) { // a thread of its own does that
        assertThat(proactor.handleEvents(0)).isZero();
      }
      assertThat(proactor.cancel(connect)).isTrue();
      assertThat(ended(connect).isCancelled()).isTrue();
      AioOperation elsewhere =
          start(AioOperation.connect(socket, other.getLocalSocketAddress(), ended::add));
      assertThat(ended(elsewhere).failure()).isInstanceOf(ConnectionPendingException.class);
    } finally {
      for (SocketChannel one : crowd) {
        one.close();
      }
    }
  }
}
