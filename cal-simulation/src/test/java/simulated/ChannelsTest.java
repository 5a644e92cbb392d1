package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Network;
import cal.simulation.Simulated;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Tag;

/** Channels and selectors in memory, as the JDK's documentation has them. */
final class ChannelsTest {
  /** Upper case for each byte, on one thread with a selector. */
  private static final class Loop implements Runnable, AutoCloseable {
    final Selector selector = Selector.open();
    final ServerSocketChannel listener = ServerSocketChannel.open();

    Loop() throws IOException {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    int port() {
      return listener.socket().getLocalPort();
    }

    @Override
    public void run() {
      try {
        while (true) {
          selector.select();
          for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
            SelectionKey key = keys.next();
            keys.remove();
            if (key.isAcceptable()) {
              SocketChannel come = listener.accept();
              come.configureBlocking(false);
              come.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(8));
            } else {
              serve(key);
            }
          }
        }
      } catch (IOException | ClosedSelectorException end) {
        // The test is over.
      }
    }

    private static void serve(SelectionKey key) throws IOException {
      SocketChannel channel = (SocketChannel) key.channel();
      ByteBuffer bytes = (ByteBuffer) key.attachment();
      if (key.isReadable() && channel.read(bytes) < 0) {
        channel.close();
        return;
      }
      bytes.flip();
      for (int i = bytes.position(); i < bytes.limit(); i++) {
        bytes.put(i, (byte) Character.toUpperCase(bytes.get(i)));
      }
      channel.write(bytes);
      key.interestOps(bytes.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
      bytes.compact();
    }

    @Override
    public void close() throws IOException {
      selector.close();
      listener.close();
    }
  }

  @Simulated(seeds = 20, network = @Network(buffer = 8))
  void shouldServeByASelector() throws Exception {
    try (Loop loop = new Loop()) {
      new Thread(loop).start();
      Clients.all(
          5,
          loop.port(),
          (client, number) -> {
            for (int i = 0; i < 3; i++) {
              assertEquals("A LINE OF " + number, client.ask("a line of " + number));
            }
          });
    }
  }

  @Tag("measuring")
  @Simulated(seeds = 5)
  void shouldConnectWithoutAWait() throws Exception {
    try (Loop loop = new Loop();
        Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open()) {
      channel.configureBlocking(false);
      assertFalse(channel.connect(new InetSocketAddress("localhost", loop.port())));
      assertTrue(channel.isConnectionPending());
      assertFalse(channel.finishConnect());
      SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
      assertEquals(1, selector.select(1_000));
      assertTrue(channel.finishConnect());
      assertTrue(channel.isConnected());
      assertEquals(loop.port(), channel.socket().getPort());
      assertEquals(0, channel.read(ByteBuffer.allocate(1)));
      channel.write(StandardCharsets.UTF_8.encode("a"));
      new Thread(loop).start();
      key.interestOps(SelectionKey.OP_READ);
      selector.selectedKeys().clear();
      assertEquals(1, selector.select(), "registered before the connection was made");
      assertEquals(1, channel.read(ByteBuffer.allocate(1)));
    }
    try (SocketChannel channel = SocketChannel.open()) {
      assertThrows(
          ConnectException.class, () -> channel.connect(new InetSocketAddress("localhost", 9)));
      assertFalse(channel.isOpen());
    }
  }

  /** A provider that the program has asked for is that of the run: time jumps. */
  @Simulated(seeds = 1)
  void shouldServeByTheProvider() throws Exception {
    try (Selector selector = SelectorProvider.provider().openSelector();
        ServerSocketChannel listener = SelectorProvider.provider().openServerSocketChannel()) {
      listener.bind(null).configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
      long began = System.nanoTime();
      assertEquals(0, selector.select(3_600_000 / 2));
      assertTrue(System.nanoTime() - began >= 1_800_000_000_000L);
    }
  }

  @Simulated(seeds = 5)
  void shouldEndWaits() throws Exception {
    try (Selector selector = Selector.open()) {
      assertEquals(0, selector.selectNow());
      assertEquals(0, selector.select(60_000));
      selector.wakeup();
      assertEquals(0, selector.select());
      Thread thread = Thread.currentThread();
      new Thread(thread::interrupt).start();
      assertEquals(0, selector.select());
      assertTrue(Thread.interrupted());
    }
  }

  @Tag("measuring")
  @Simulated(seeds = 5)
  void shouldBlockWhereAsked() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(null);
        SocketChannel client = SocketChannel.open(listener.getLocalAddress());
        SocketChannel served = listener.accept()) {
      ByteBuffer bytes = ByteBuffer.allocate(3);
      CompletableFuture<Void> written =
          CompletableFuture.runAsync(
              () -> {
                try {
                  Thread.sleep(1_000);
                  client.write(StandardCharsets.UTF_8.encode("abc"));
                  client.shutdownOutput();
                } catch (IOException | InterruptedException failure) {
                  throw new IllegalStateException(failure);
                }
              });
      while (bytes.hasRemaining()) {
        assertTrue(served.read(bytes) > 0);
      }
      written.join();
      assertEquals("abc", new String(bytes.array(), StandardCharsets.UTF_8));
      bytes.clear();
      assertEquals(-1, served.read(bytes));
      new Thread(
              () -> {
                try {
                  Thread.sleep(1_000);
                  client.close();
                } catch (IOException | InterruptedException failure) {
                  throw new IllegalStateException(failure);
                }
              })
          .start();
      assertThrows(AsynchronousCloseException.class, () -> client.read(ByteBuffer.allocate(1)));
    }
  }

  @Tag("measuring")
  @Simulated(seeds = 5)
  void shouldCloseAChannelWhoseWaitIsInterrupted() throws Exception {
    for (ThreadFactory threads : List.of(Thread.ofVirtual().factory(), Thread::new)) {
      try (ServerSocketChannel full = ServerSocketChannel.open().bind(null, 1);
          SocketChannel reader = SocketChannel.open(full.getLocalAddress());
          SocketChannel late = SocketChannel.open();
          ServerSocketChannel idle = ServerSocketChannel.open().bind(null)) {
        SocketAddress address = full.getLocalAddress();
        interrupt(threads, reader, () -> reader.read(ByteBuffer.allocate(1)));
        interrupt(threads, late, () -> late.connect(address));
        interrupt(threads, idle, idle::accept);
      }
    }
  }

  private static void interrupt(ThreadFactory threads, Channel channel, Callable<?> wait)
      throws Exception {
    FutureTask<?> waiting = new FutureTask<>(wait);
    Thread thread = threads.newThread(waiting);
    thread.start();
    Thread.sleep(1_000);
    thread.interrupt();
    ExecutionException end = assertThrows(ExecutionException.class, waiting::get);
    assertEquals(ClosedByInterruptException.class, end.getCause().getClass());
    assertFalse(channel.isOpen());
  }

  @Tag("measuring")
  @Simulated(seeds = 5)
  void shouldEndAConnectByAClose() throws Exception {
    try (ServerSocketChannel full = ServerSocketChannel.open().bind(null, 1);
        SocketChannel first = SocketChannel.open(full.getLocalAddress());
        SocketChannel late = SocketChannel.open()) {
      assertTrue(first.isConnected());
      SocketAddress address = full.getLocalAddress();
      FutureTask<Boolean> waiting = new FutureTask<>(() -> late.connect(address));
      new Thread(waiting).start();
      Thread.sleep(1_000);
      late.close();
      ExecutionException end = assertThrows(ExecutionException.class, waiting::get);
      assertEquals(AsynchronousCloseException.class, end.getCause().getClass());
    }
  }
}
