package cal.proactor;

import static cal.proactor.AioOperation.State.CANCELLED;
import static cal.proactor.AioOperation.State.COMPLETED;
import static cal.proactor.AioOperation.State.CREATED;
import static cal.proactor.AioOperation.State.DEFERRED;

import cal.core.internal.support.Opening;
import cal.core.spi.ConfigurationException;
import cal.proactor.internal.concurrent.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Carries out asynchronous operations, and calls their handlers on the threads that call {@link
 * #handleEvents} (the ACE POSIX Proactor). A proactor has one processor or two, each with a
 * provider of its own.
 *
 * <p>Thread-safe, without a lock.
 */
public final class Proactor implements AutoCloseable {
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final AioDispatcher dispatcher;
  private final AioTimers timers = new AioTimers();
  private final AioProcessors processors;
  private final BooleanSupplier hasJob = this::hasJob;
  private final Consumer<AioOperation> due = this::isDue;
  private final Gate gate = new Gate();
  private volatile Throwable broken;

  /**
   * Opens the devices, and starts the threads of dedicated processors.
   *
   * @param providers the providers to choose from
   * @param most the most started operations with uncalled handlers
   * @param configs one or two processors; a handle goes to the first with operations of its kind
   * @throws IOException if the system refuses a device
   * @throws ConfigurationException if a provider or a strategy cannot be had
   */
  public Proactor(AioProviders providers, int most, AioConfig... configs) throws IOException {
    dispatcher = new AioDispatcher(most);
    processors = new AioProcessors(dispatcher);
    try (Opening opening = new Opening()) {
      for (AioConfig config : configs) {
        processors.open(opening, config, providers.choose(config), this::patience);
      }
      processors.start(opening, this::expire, this::broke);
      opening.complete();
    }
    processors.begin();
  }

  /** How long the leader of the first processor may wait at most. */
  private long patience() {
    return processors.areShared() && (dispatcher.isReady() || gate.isShut())
        ? 0
        : timers.patience();
  }

  /** The providers, and the reasons against preferred providers; for a log. */
  public String remark() {
    return processors.remark();
  }

  /** Opens a listening socket, as {@link AioDevice#listener} says. */
  public AioHandle listener(SocketAddress local, int backlog) throws IOException {
    AioProcessor processor = processor(OperationCode.ACCEPT);
    return processor.own(processor.device().listener(local, backlog));
  }

  /** Opens a socket, as {@link AioDevice#socket} says. */
  public AioHandle socket() throws IOException {
    AioProcessor processor = processor(OperationCode.CONNECT);
    return processor.own(processor.device().socket());
  }

  /** Opens a socket for datagrams, as {@link AioDevice#datagram} says. */
  public AioHandle datagram(SocketAddress local) throws IOException {
    AioProcessor processor = processor(OperationCode.READ_DATAGRAM);
    return processor.own(processor.device().datagram(local));
  }

  /** Opens a file, as {@link AioDevice#file} says. */
  public AioHandle file(Path path, Set<? extends OpenOption> options) throws IOException {
    AioProcessor processor = processor(OperationCode.READ_FILE);
    return processor.own(processor.device().file(path, options));
  }

  private AioProcessor processor(OperationCode code) throws IOException {
    if (gate.isShut()) {
      throw new IOException("the proactor is closed");
    }
    return processors.forKind(code).orElseThrow(() -> unsupported(code));
  }

  private UnsupportedOperationException unsupported(OperationCode code) {
    return new UnsupportedOperationException("%s is not supported by %s".formatted(code, remark()));
  }

  /**
   * Starts an operation, at once or with room in flight. The handler is called later, by {@link
   * #handleEvents}, and never within this call, unless the proactor is closed.
   *
   * @param operation the operation, made for this call
   * @throws RejectedExecutionException if as many operations are alive as may be
   * @throws IllegalStateException if the operation was started before, or another of its kind has
   *     the socket
   * @throws UnsupportedOperationException if the processor of the handle does not take this kind
   */
  public void start(AioOperation operation) {
    if (operation.handle() != null) {
      operation.handle().owner().start(operation);
      return;
    }
    dispatcher.admit(operation);
    boolean event = operation.code() == OperationCode.EVENT;
    if (!operation.moves(CREATED, event ? COMPLETED : DEFERRED)) {
      dispatcher.giveUp();
      throw new IllegalStateException("%s was started before".formatted(operation));
    }
    if (event) {
      dispatcher.post(operation);
    } else if (timers.add(operation)) {
      processors.wakeForTimers();
    }
    if (gate.isShut()) {
      cancel(operation);
      dispatcher.dispatchAll();
    }
  }

  /** Has a handler called soon (post_completion), with a result of the allocator. */
  public void post(Consumer<AioOperation> handler) {
    start(processors.result().set(OperationCode.EVENT, null, null, 0, null, handler));
  }

  /**
   * Asks for the end of an operation. The handler is called all the same, with the cancellation or
   * with the outcome. All operations of a handle end so at its close.
   *
   * @param operation the operation
   * @return false if the operation was not started, has ended, or was asked before
   */
  public boolean cancel(AioOperation operation) {
    if (operation.handle() != null) {
      return operation.handle().owner().cancel(operation, operation.handle());
    }
    boolean cancelled = operation.moves(DEFERRED, CANCELLED);
    if (cancelled) {
      boolean unused = timers.remove(operation);
      dispatcher.post(operation);
    }
    return cancelled;
  }

  /**
   * Calls due handlers; waits if there are none. The calling thread leads a shared processor, or
   * follows (section 6.2). An interrupt ends the wait, and the thread stays interrupted.
   *
   * @param nanos to wait at most: 0 only looks, {@link Long#MAX_VALUE} waits for ever
   * @return handlers called, 0 when the time was over or the proactor is closed
   * @throws IOException if a device has failed
   */
  public int handleEvents(long nanos) throws IOException {
    long begin = System.nanoTime();
    long left = nanos;
    while (true) {
      int count = dispatcher.dispatch();
      boolean last = left <= 0 || gate.isShut() || Thread.currentThread().isInterrupted();
      if (count > 0 || (last && gate.isShut())) {
        return count;
      }
      if (broken != null) {
        throw new IOException("a device has failed: " + broken.getMessage(), broken);
      }
      boolean led = lead(last ? 0 : left);
      if (last) {
        boolean unused = led && lead(0);
        return dispatcher.dispatch();
      }
      if (!led) {
        dispatcher.followers().await(left, hasJob);
      }
      left = nanos == Long.MAX_VALUE ? nanos : nanos - (System.nanoTime() - begin);
    }
  }

  /** Leads a processor, if there is one to be led. */
  private boolean lead(long nanos) throws IOException {
    AioProcessor shared = processors.acquire();
    if (shared == null) {
      return false;
    }
    try {
      shared.handleAioEvents(nanos);
      expire();
    } finally {
      shared.leadership().releaseLeadership();
      dispatcher.followers().signal();
    }
    return true;
  }

  private boolean hasJob() {
    return dispatcher.isReady() || gate.isShut() || broken != null || processors.wantLeader();
  }

  private void expire() {
    timers.expire(due);
  }

  /**
   * Calls handlers until the proactor is closed, for each thread of a server.
   *
   * @throws UncheckedIOException if a device has failed
   */
  public void runEventLoop() {
    try {
      while (isOpen()) {
        handleEvents(Long.MAX_VALUE);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void isDue(AioOperation timer) {
    dispatcher.add(timer);
    dispatcher.followers().signal();
  }

  private void broke(Throwable failure) {
    broken = failure;
    dispatcher.followers().signalAll();
  }

  /** Whether operations are taken. */
  public boolean isOpen() {
    return !gate.isShut();
  }

  /** Started operations with uncalled handlers. */
  public int alive() {
    return dispatcher.alive();
  }

  /**
   * Cancels all operations, calls their handlers, and gives the system back all. The close waits
   * for uncancellable operations, and for threads within a device, for ten seconds at most.
   * Idempotent; not for handlers.
   *
   * @throws IOException if the system fails, or operations are still under way
   */
  @Override
  public void close() throws IOException {
    close(CLOSE_NANOS);
  }

  /** The same with another limit of the wait, for tests. */
  void close(long nanos) throws IOException {
    if (!gate.shut()) {
      return;
    }
    dispatcher.followers().signalAll();
    timers.all().forEach(this::cancel);
    processors.close(nanos);
  }
}
