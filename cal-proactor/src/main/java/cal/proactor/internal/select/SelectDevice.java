package cal.proactor.internal.select;

import cal.core.internal.support.Opening;
import cal.proactor.AioConfig;
import cal.proactor.AioDevice;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Completions;
import cal.proactor.OperationCode;
import cal.proactor.internal.channel.ChannelHandle;
import cal.proactor.internal.channel.FileCalls;
import cal.proactor.internal.channel.FileHandle;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * Carries out operations of ready sockets, and of files on threads. Edge-triggered, any thread
 * starts beside the leader: the thread that takes an operation out of its {@link Side} makes the
 * call.
 */
final class SelectDevice implements AioDevice {
  private final Completions completions;
  private final Readiness readiness;
  private final Readiness.Listener listener = this::ready;
  private final FileCalls files;

  SelectDevice(Completions completions, AioConfig config) throws IOException {
    try (Opening opening = new Opening()) {
      readiness = opening.get(() -> readiness(config), Readiness::close);
      files = new FileCalls(config.inFlight(), readiness::interrupt);
      this.completions = readiness.isEdge() ? new Noting(completions) : completions;
      opening.complete();
    }
  }

  private static Readiness readiness(AioConfig config) throws IOException {
    return switch (config.waits()) {
      case EPOLL, EPOLL_EDGE -> new EpollReadiness(config);
      case POLL -> new PollReadiness(config);
      default -> new SelectorReadiness();
    };
  }

  /**
   * Notes, before the end of an operation, that the next of its direction need not wait for an
   * event: the event has come, and no second one does.
   */
  private record Noting(Completions completions) implements Completions {
    private static void note(AioOperation operation) {
      if (operation.handle() instanceof ChannelHandle socket) {
        ((Watch) socket.attachment()).side(operation.code()).note();
      }
    }

    /** A read of less than there was room for has left nothing, but perhaps an end. */
    @Override
    public void completed(AioOperation operation, long count) {
      boolean drained =
          operation.code() == OperationCode.READ_STREAM
              && count > 0
              && operation.buffer().hasRemaining()
              && !((Watch) ((ChannelHandle) operation.handle()).attachment()).ends();
      if (!drained) {
        note(operation);
      }
      completions.completed(operation, count);
    }

    @Override
    public void accepted(AioOperation operation, AioHandle connection) {
      note(operation);
      completions.accepted(operation, connection);
    }

    @Override
    public void failed(AioOperation operation, Throwable failure) {
      note(operation);
      completions.failed(operation, failure);
    }

    @Override
    public void cancelled(AioOperation operation) {
      completions.cancelled(operation);
    }
  }

  @Override
  public AioHandle listener(SocketAddress local, int backlog) throws IOException {
    return ChannelHandle.listener(local, backlog, readiness::closed);
  }

  @Override
  public AioHandle socket() throws IOException {
    return ChannelHandle.socket(readiness::closed);
  }

  @Override
  public AioHandle datagram(SocketAddress local) throws IOException {
    return ChannelHandle.datagram(local, readiness::closed);
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
    ChannelHandle socket = (ChannelHandle) operation.handle();
    if (socket.attachment() == null) {
      socket.attach(new Watch());
    }
    boolean waits = operation.code().isInput() && !readiness.isEdge(); // input is seldom there
    if (waits || !attempt(operation)) {
      await(operation, socket, (Watch) socket.attachment());
    }
  }

  private boolean attempt(AioOperation operation) {
    return ((ChannelHandle) operation.handle()).attempt(operation, completions);
  }

  /** Has an operation wait for an event, or makes the call anew where that has come meanwhile. */
  private void await(AioOperation operation, ChannelHandle socket, Watch watch) {
    int event = operation.code().isInput() ? Readiness.INPUT : Readiness.OUTPUT;
    Side side = watch.side(operation.code());
    while (!side.park(operation)) {
      if (attempt(operation)) {
        return;
      }
    }
    try {
      readiness.watch(socket, watch, event);
    } catch (IOException | RuntimeException | Error refused) {
      if (side.remove(operation)) {
        completions.failed(operation, refused);
      }
    }
    if (operation.state() == AioOperation.State.CANCELLING && side.remove(operation)) {
      completions.cancelled(operation); // asked for while nobody had it
    }
  }

  /** Another thread may end the operation meanwhile: then neither side has the operation. */
  @Override
  public void cancel(AioOperation operation) {
    if (operation.handle() instanceof ChannelHandle socket) {
      Watch watch = (Watch) socket.attachment();
      if (watch.input().remove(operation) || watch.output().remove(operation)) {
        completions.cancelled(operation);
      }
    }
  }

  @Override
  public void await(long nanos) throws IOException {
    readiness.await(nanos, listener);
    files.tell(completions);
  }

  private void ready(ChannelHandle socket, Watch watch, int events) {
    boolean lost = (events & Readiness.LOST) != 0;
    if (lost || (events & Readiness.INPUT) != 0) {
      ready(socket, watch, watch.input(), Readiness.INPUT);
    }
    if (lost || (events & Readiness.OUTPUT) != 0) {
      ready(socket, watch, watch.output(), Readiness.OUTPUT);
    }
  }

  private void ready(ChannelHandle socket, Watch watch, Side side, int event) {
    AioOperation waiting = readiness.isEdge() ? side.takeOrNote() : side.take();
    if (waiting != null) {
      if (!attempt(waiting)) {
        await(waiting, socket, watch);
      }
    } else if (!readiness.isEdge()) {
      try {
        readiness.unwatch(socket, watch, event); // it would tell again and again
      } catch (IOException closed) {
        return; // a closed socket tells nothing
      }
    }
  }

  @Override
  public void interrupt() {
    readiness.interrupt();
  }

  @Override
  public boolean outlives(AioOperation operation) {
    return operation.handle() instanceof FileHandle;
  }

  @Override
  public void close() throws IOException {
    files.close(completions);
    readiness.close();
  }
}
