package cal.bench.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** An event loop by hand: runs what it is given, and echoes what clients send. Thread-safe. */
final class SelectorThread implements Executor, AutoCloseable {
  private final Selector selector = Selector.open();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(EchoConnection.SIZE);

  SelectorThread() throws IOException {
    Thread.ofPlatform().daemon().name("selector").start(this::run);
  }

  /** Echoes what the clients of a listener send. */
  void serve(ServerSocketChannel listener) {
    execute(() -> register(listener));
  }

  private void register(ServerSocketChannel listener) {
    try {
      listener.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  private void run() {
    try {
      while (selector.isOpen()) {
        selector.select(this::ready);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          task.run();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.channel() instanceof ServerSocketChannel listener) {
        SocketChannel client = listener.accept();
        client.configureBlocking(false).register(selector, SelectionKey.OP_READ);
      } else {
        echo((SocketChannel) key.channel());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** So little that all of it can be written at once, as long as the client reads its answers. */
  private void echo(SocketChannel client) throws IOException {
    buffer.clear();
    if (client.read(buffer) < 0) {
      client.close();
    } else {
      client.write(buffer.flip());
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
