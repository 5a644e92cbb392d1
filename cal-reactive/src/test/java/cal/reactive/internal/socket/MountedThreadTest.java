package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.jdk.JdkThreads;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.step.Readiness;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketOptions;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A thread of a loop keeps its carrier while it waits for a lock that the loop needs. */
class MountedThreadTest extends LoopFixture {
  /**
   * Unmounted, it would be next to get a lock that its loop's own thread waits for behind it, and
   * never run.
   */
  @Test
  void shouldKeepAThreadMountedThatWaitsForALockOfTheSelector() throws Exception {
    Loop loop = loops(1).place();
    Pipe pipe = Pipe.open();
    closing(pipe.sink());
    Pipe.SourceChannel channel = closing(pipe.source());
    channel.configureBlocking(false);
    requireMounted(
        loop, channel.blockingLock(), () -> new Readiness(loop, channel, SelectionKey.OP_READ));
  }

  /**
   * Unmounted, another turn would use the loop's buffers meanwhile, or the loop wait for what the
   * thread holds.
   */
  @Test
  void shouldKeepAThreadMountedThatWaitsForALockOfAChannel() throws Exception {
    Loops loops = loops(1);
    Loop loop = loops.place();
    ServerSocketChannel peer = closing(ServerSocketChannel.open());
    peer.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Connection connecting = connection(loops);
    requireMounted(
        loop, stateLock(connecting), () -> connecting.connect(peer.getLocalAddress(), 0));
    requireMounted(
        loop, stateLock(connecting), () -> connecting.setOption(SocketOptions.SO_OOBINLINE, true));
    requireMounted(
        loop, stateLock(connecting), () -> connecting.getOption(SocketOptions.SO_OOBINLINE));
    Connection writing = connection(loops);
    writing.connect(peer.getLocalAddress(), 0);
    requireMounted(loop, stateLock(writing), () -> writing.output().write(new byte[1], 0, 1));
    Connection sending = connection(loops);
    sending.connect(peer.getLocalAddress(), 0);
    Path file = Files.createTempFile("cal", ".bin");
    Files.write(file, new byte[10]);
    FileChannel content = closing(FileChannel.open(file, StandardOpenOption.DELETE_ON_CLOSE));
    requireMounted(loop, stateLock(sending), () -> sending.output().send(content, 0, 10));
    Acceptor accepting = new Acceptor(sockets(loops).services());
    accepting.create(true);
    closing(accepting::close);
    accepting.bind(InetAddress.getLoopbackAddress(), 0);
    accepting.listen(1);
    closing(SocketChannel.open(accepting.channel().getLocalAddress()));
    Connection accepted = closed(new Connection(sockets(loops).services()));
    requireMounted(loop, stateLock(accepting), () -> accepting.accept(accepted));
  }

  private void requireMounted(Loop loop, Object lock, Executable call) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    Thread calling =
        JdkThreads.unstarted(
            loop,
            "calling",
            () -> {
              begun.countDown();
              keepBusyUntil(held);
              try {
                call.execute();
                done.complete(true);
              } catch (Throwable failure) {
                done.completeExceptionally(failure);
              }
            });
    calling.start();
    await(begun, "a turn");
    try (Holder holder = closing(new Holder(lock))) {
      held.countDown();
      eventually("it waits", () -> calling.getState() == Thread.State.BLOCKED);
      assertThat(JdkThreads.carrierOf(calling)).isSameAs(loop.thread());
      holder.close();
      assertThat(get(done)).isTrue();
    }
  }

  private Connection connection(Loops loops) throws IOException {
    Connection connection = closed(new Connection(sockets(loops).services()));
    connection.create(true);
    return connection;
  }

  private Connection closed(Connection connection) {
    closing((AutoCloseable) connection::close);
    return connection;
  }

  /** The lock that guards a channel's state, under which threads block each other. */
  private static Object stateLock(Endpoint<?> endpoint) throws Exception {
    Field lock = endpoint.channel().getClass().getDeclaredField("stateLock");
    lock.setAccessible(true);
    return lock.get(endpoint.channel());
  }
}
