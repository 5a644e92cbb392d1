package cal.proactor.internal.select;

import cal.core.internal.support.Opening;
import cal.proactor.AioDevice;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Completions;
import cal.proactor.internal.channel.ChannelHandle;
import cal.proactor.internal.channel.FileThreads;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Carries out operations of ready sockets by a selector, and of files on threads. */
public final class SelectDevice implements AioDevice {
  private static final int INPUT = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;

  private final Completions completions;
  private final Selector selector;
  private final ThreadPoolExecutor threads;
  private final IdentityHashMap<AioOperation, FileCall> calls = new IdentityHashMap<>();
  private final Queue<FileCall> done = new ConcurrentLinkedQueue<>();

  SelectDevice(Completions completions) throws IOException {
    this.completions = completions;
    try (Opening opening = new Opening()) {
      selector = opening.get(Selector::open, Selector::close);
      threads = opening.get(FileThreads::open, ThreadPoolExecutor::shutdown);
      opening.complete();
    }
  }

  /** The waiting operations of a channel. */
  private static final class Waits {
    private AioOperation input;
    private AioOperation output;
  }

  /** An operation of a file, on a waiting thread. */
  private final class FileCall implements Runnable {
    private final AioOperation operation;
    private long count;
    private Throwable failure;

    FileCall(AioOperation operation) {
      this.operation = operation;
    }

    @Override
    public void run() {
      try {
        count = ((FileHandle) operation.handle()).call(operation);
      } catch (Throwable thrown) {
        failure = thrown;
      }
      done.add(this);
      selector.wakeup();
    }
  }

  @Override
  public AioHandle listener(SocketAddress local, int backlog) throws IOException {
    return ChannelHandle.listener(local, backlog, this::interrupt);
  }

  @Override
  public AioHandle socket() throws IOException {
    return ChannelHandle.socket(this::interrupt);
  }

  @Override
  public AioHandle datagram(SocketAddress local) throws IOException {
    return ChannelHandle.datagram(local, this::interrupt);
  }

  @Override
  public AioHandle file(Path path, Set<? extends OpenOption> options) throws IOException {
    return new FileHandle(FileChannel.open(path, options));
  }

  @Override
  public void start(AioOperation operation) {
    if (operation.handle() instanceof FileHandle) {
      FileCall call = new FileCall(operation);
      threads.execute(call); // fails without memory for a thread
      calls.put(operation, call);
    } else if (operation.code().isInput() || !attempt(operation)) {
      await(operation);
    }
  }

  private boolean attempt(AioOperation operation) {
    return ((ChannelHandle) operation.handle()).attempt(operation, completions);
  }

  /** Has the selector look for a channel; the channel stays with the selector from then on. */
  private void await(AioOperation operation) {
    SelectableChannel channel = ((ChannelHandle) operation.handle()).channel();
    int interest =
        switch (operation.code()) {
          case ACCEPT -> SelectionKey.OP_ACCEPT;
          case CONNECT -> SelectionKey.OP_CONNECT;
          case READ_STREAM, READ_DATAGRAM -> SelectionKey.OP_READ;
          default -> SelectionKey.OP_WRITE;
        };
    SelectionKey key = channel.keyFor(selector);
    try {
      if (key == null) {
        key = channel.register(selector, interest, new Waits());
      } else if ((key.interestOps() & interest) == 0) {
        key.interestOpsOr(interest);
      }
    } catch (ClosedChannelException closed) {
      completions.failed(operation, closed);
      return;
    }
    Waits waits = (Waits) key.attachment();
    if (operation.code().isInput()) {
      waits.input = operation;
    } else {
      waits.output = operation;
    }
  }

  @Override
  public void cancel(AioOperation operation) {
    FileCall call = calls.get(operation);
    if (call != null) {
      if (threads.remove(call)) {
        calls.remove(operation);
        completions.cancelled(operation);
      }
      return;
    }
    SelectionKey key = ((ChannelHandle) operation.handle()).channel().keyFor(selector);
    Waits waits = (Waits) key.attachment();
    if (waits.input == operation) {
      waits.input = null;
    } else {
      waits.output = null;
    }
    completions.cancelled(operation);
  }

  @Override
  public void await(long nanos) throws IOException {
    if (nanos == 0) {
      selector.selectNow(this::ready);
    } else {
      long millis =
          nanos == Long.MAX_VALUE ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos - 1) + 1; // 0: ever
      selector.select(this::ready, millis);
    }
    for (FileCall call = done.poll(); call != null; call = done.poll()) {
      calls.remove(call.operation);
      if (call.failure == null) {
        completions.completed(call.operation, call.count);
      } else {
        completions.failed(call.operation, call.failure);
      }
    }
  }

  private void ready(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    Waits waits = (Waits) key.attachment();
    int ready = key.readyOps();
    if ((ready & INPUT) != 0) {
      AioOperation waiting = waits.input;
      waits.input = null;
      if (waiting == null) {
        key.interestOpsAnd(~INPUT); // it would tell again and again
      } else if (!attempt(waiting)) {
        waits.input = waiting;
      }
    }
    if ((ready & ~INPUT) != 0 && key.isValid()) {
      AioOperation waiting = waits.output;
      waits.output = null;
      key.interestOpsAnd(INPUT);
      if (waiting != null && !attempt(waiting)) {
        await(waiting);
      }
    }
  }

  @Override
  public void interrupt() {
    selector.wakeup();
  }

  @Override
  public void close() throws IOException {
    threads.shutdown();
    selector.close();
  }
}
