package cal.proactor.internal.aio;

import cal.core.internal.support.CalThread;
import cal.proactor.AioDevice;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Completions;
import cal.proactor.internal.channel.FileCalls;
import cal.proactor.internal.channel.FileHandle;
import cal.proactor.internal.concurrent.BoundedQueue;
import cal.proactor.internal.concurrent.Failures;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts operations on asynchronous sockets, whose threads hand ended operations to the leader. A
 * file's operations are calls on other threads, as those of the JDK's asynchronous files, which
 * allocate with each.
 */
public final class Nio2Device implements AioDevice {
  private static final int SOCKET_THREADS = 2;

  /** The end of an operation; used again. */
  private static final class End {
    private AioOperation operation;
    private Object result;
    private Throwable failure;
  }

  /** Takes ends from the threads of the JDK. */
  private final class Ends implements CompletionHandler<Object, AioOperation> {
    @Override
    public void completed(Object result, AioOperation operation) {
      end(operation, result, null);
    }

    @Override
    public void failed(Throwable failure, AioOperation operation) {
      end(operation, null, failure);
    }

    private void end(AioOperation operation, Object result, Throwable failure) {
      End idle = free.poll();
      End end = idle == null ? new End() : idle;
      end.operation = operation;
      end.result = result;
      end.failure = failure;
      done.add(end);
      interrupt();
    }
  }

  private final Completions completions;
  private final AsynchronousChannelGroup group;
  private final FileCalls files;
  private final Ends ends = new Ends();
  private final BoundedQueue<End> done;
  private final BoundedQueue<End> free;
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private volatile Thread sleeper;

  Nio2Device(Completions completions, int inFlight) throws IOException {
    this.completions = completions;
    this.done = new BoundedQueue<>(inFlight);
    this.free = new BoundedQueue<>(inFlight);
    this.files = new FileCalls(inFlight, this::interrupt);
    this.group =
        AsynchronousChannelGroup.withFixedThreadPool(
            SOCKET_THREADS, CalThread.ofPool("cal-proactor-aio-"));
  }

  /** The same for all kinds of results. */
  @SuppressWarnings("unchecked")
  private <T> CompletionHandler<T, AioOperation> ends() {
    return (CompletionHandler<T, AioOperation>) (CompletionHandler<?, AioOperation>) ends;
  }

  @Override
  public AioHandle listener(SocketAddress local, int backlog) throws IOException {
    AsynchronousServerSocketChannel channel = AsynchronousServerSocketChannel.open(group);
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(local, backlog);
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
    return new Nio2Handle(channel);
  }

  @Override
  public AioHandle socket() throws IOException {
    return new Nio2Handle(AsynchronousSocketChannel.open(group));
  }

  @Override
  public AioHandle datagram(SocketAddress local) {
    throw new UnsupportedOperationException("aio has no datagrams; give select or io_uring");
  }

  @Override
  public AioHandle file(Path path, Set<? extends OpenOption> options) throws IOException {
    return FileHandle.open(path, options);
  }

  @Override
  public void start(AioOperation operation) {
    if (operation.handle() instanceof FileHandle) {
      files.start(operation);
      return;
    }
    switch (((Nio2Handle) operation.handle()).channel()) {
      case AsynchronousServerSocketChannel listener -> listener.accept(operation, ends());
      case AsynchronousSocketChannel socket -> start(operation, socket);
      default -> throw new UnsupportedOperationException(operation.toString());
    }
  }

  private void start(AioOperation operation, AsynchronousSocketChannel socket) {
    switch (operation.code()) {
      case CONNECT -> socket.connect(operation.address(), operation, ends());
      case READ_STREAM -> socket.read(operation.buffer(), operation, ends());
      case WRITE_STREAM -> socket.write(operation.buffer(), operation, ends());
      default -> throw new UnsupportedOperationException(operation.toString());
    }
  }

  /** A close of a socket ends the operation; a file's operation goes on to the end. */
  @Override
  public void cancel(AioOperation operation) {
    if (operation.handle() instanceof Nio2Handle socket) {
      try {
        socket.channel().close();
      } catch (IOException failure) {
        Failures.report(failure);
      }
    }
  }

  @Override
  public void await(long nanos) {
    sleeper = Thread.currentThread();
    long begin = System.nanoTime();
    long left = nanos;
    while (done.isEmpty() && !interrupted.get() && left > 0 && !sleeper.isInterrupted()) {
      LockSupport.parkNanos(this, left);
      left = nanos == Long.MAX_VALUE ? nanos : nanos - (System.nanoTime() - begin);
    }
    sleeper = null;
    interrupted.set(false);
    for (End end = done.poll(); end != null; end = done.poll()) {
      tell(end);
    }
    files.tell(completions);
  }

  private void tell(End end) {
    AioOperation operation = end.operation;
    Object result = end.result;
    Throwable failure = end.failure;
    end.operation = null;
    end.result = null;
    boolean unused = free.offer(end); // never more than are in flight
    switch (result) {
      case AsynchronousSocketChannel made -> completions.accepted(operation, new Nio2Handle(made));
      case Number count -> completions.completed(operation, count.longValue());
      case null, default -> {
        if (failure == null) {
          completions.completed(operation, 0);
        } else if (failure instanceof AsynchronousCloseException) {
          completions.cancelled(operation);
        } else {
          completions.failed(operation, failure);
        }
      }
    }
  }

  @Override
  public void interrupt() {
    interrupted.set(true);
    LockSupport.unpark(sleeper);
  }

  @Override
  public boolean outlives(AioOperation operation) {
    return operation.handle() instanceof FileHandle;
  }

  @Override
  public void close() throws IOException {
    files.close(completions);
    group.shutdownNow();
  }
}
