package cal.proactor;

import cal.core.internal.support.Opening;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The processors of a proactor (section 7.3): the first may be shared, the others have threads of
 * their own. Thread-safe once started.
 */
final class AioProcessors {
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final AioDispatcher dispatcher;
  private final List<AioProcessor> all = new ArrayList<>();
  private final List<Thread> leaders = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private AioProcessor shared;

  /** Whether threads lead: completed with all threads there, or with a missing thread. */
  private final CompletableFuture<Boolean> leading = new CompletableFuture<>();

  AioProcessors(AioDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /**
   * Opens another processor.
   *
   * @param opening gives the device back without another part
   * @param patience the longest wait of the first processor's leader
   */
  void open(Opening opening, AioConfig config, AioProviders.Choice choice, LongSupplier patience)
      throws IOException {
    boolean first = all.isEmpty();
    boolean isShared = config.leadership() == AioConfig.Leadership.SHARED;
    if (isShared && !first) {
      throw new ConfigurationException("a shared processor has to be the first, and the only one");
    }
    LongSupplier own = first ? patience : () -> Long.MAX_VALUE;
    AioProcessor made =
        opening.get(
            () -> new AioProcessor(dispatcher, choice.provider(), config, own),
            unused -> unused.device().close());
    all.add(made);
    remarks.add(choice.remark());
    if (isShared) {
      shared = made;
      dispatcher.ledBy(made::wakeLeader);
    }
  }

  /**
   * Starts the threads of dedicated processors. The threads lead from {@link #begin} on.
   *
   * @param opening ends the threads without another part
   * @param afterEach called after each wait of such a thread
   * @param broken takes the failure of a device
   */
  void start(Opening opening, Runnable afterEach, Consumer<Throwable> broken) {
    opening.get(() -> leading, never -> never.complete(false));
    for (AioProcessor processor : all) {
      if (processor != shared) {
        Thread leader = DedicatedLeader.thread(processor, leading, afterEach, broken);
        opening.run(leader::start);
        leaders.add(leader);
      }
    }
  }

  /** Has the threads lead: all of the proactor is there. */
  void begin() {
    leading.complete(true);
  }

  /** The processor led by threads that handle events; null if there is none. */
  AioProcessor shared() {
    return shared;
  }

  /** The processor with the timers in its leader's care. */
  AioProcessor first() {
    return all.getFirst();
  }

  Optional<AioProcessor> forKind(OperationCode code) {
    return all.stream().filter(processor -> processor.supports(code)).findFirst();
  }

  String remark() {
    return String.join("; ", remarks);
  }

  /**
   * Ends all operations, and gives the devices back.
   *
   * @throws IOException if the system fails, or operations are still under way after some seconds
   */
  void close() throws IOException {
    all.forEach(AioProcessor::shut);
    long deadline = System.nanoTime() + CLOSE_NANOS;
    if (shared != null) {
      closeShared(deadline);
    }
    for (Thread leader : leaders) {
      while (leader.isAlive() && System.nanoTime() - deadline < 0) {
        LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        dispatcher.dispatchAll();
      }
    }
    dispatcher.dispatchAll();
    for (AioProcessor processor : all) {
      if (processor.isBusy()) {
        throw new IOException(
            "%d operations are still in flight; their device stays open"
                .formatted(processor.inFlight()));
      }
    }
  }

  /** Leads to the end, after all leading threads have left. */
  private void closeShared(long deadline) throws IOException {
    while (!shared.acquireLeadership()) {
      shared.wakeLeader();
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    while (shared.isBusy() && System.nanoTime() - deadline < 0) {
      shared.handleAioEvents(LOOK_AGAIN_NANOS);
      dispatcher.dispatchAll();
    }
    if (!shared.isBusy()) {
      shared.device().close();
    }
  }
}
