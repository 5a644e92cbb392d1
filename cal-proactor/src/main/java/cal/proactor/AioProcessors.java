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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The processors of a proactor (section 7.3): threads that handle events lead the shared
 * processors, each by a thread at a time; the others have threads of their own. A leader looks
 * after another shared processor by turns, where that has operations and no thread. Thread-safe
 * once started.
 */
final class AioProcessors {
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** The longest wait for a processor while another has no leader. */
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** The processors of a proactor at most (section 12). */
  private static final int MOST = 2;

  private final AioDispatcher dispatcher;
  private final List<AioProcessor> all = new ArrayList<>();
  private final List<Thread> leaders = new ArrayList<>();
  private final List<AioProcessor> shared = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  /** Whether threads lead: completed with all threads there, or with a missing thread. */
  private final CompletableFuture<Boolean> leading = new CompletableFuture<>();

  /** The place of the shared processor led last. */
  private volatile int lastLed;

  AioProcessors(AioDispatcher dispatcher) {
    this.dispatcher = dispatcher;
    dispatcher.ledBy(this::wakeLeader);
  }

  /**
   * Opens another processor.
   *
   * @param opening gives the device back without another part
   * @param patience the longest wait of a leader that looks after the timers
   */
  void open(Opening opening, AioConfig config, AioProviders.Choice choice, LongSupplier patience)
      throws IOException {
    if (all.size() == MOST) {
      throw new ConfigurationException("processors=3; give 1 or 2");
    }
    boolean isShared = config.leadership() == AioConfig.Leadership.SHARED;
    int place = shared.size();
    LongSupplier own =
        isShared
            ? () -> Math.min(patience.getAsLong(), turn(place))
            : all.isEmpty() ? patience : () -> Long.MAX_VALUE;
    AioProcessor made =
        opening.get(
            () -> new AioProcessor(dispatcher, choice.provider(), config, own),
            unused -> unused.device().close());
    all.add(made);
    remarks.add(choice.remark());
    if (isShared) {
      shared.add(made);
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
      if (!processor.isShared()) {
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

  /** Whether threads that handle events lead. */
  boolean areShared() {
    return !shared.isEmpty();
  }

  /**
   * Becomes the leader of a shared processor: of the next with operations, else of any if none is
   * led.
   *
   * @return null where there is none to be led
   */
  AioProcessor acquire() {
    int count = shared.size();
    for (int i = 1; i <= count; i++) {
      int place = (lastLed + i) % count;
      AioProcessor next = shared.get(place);
      if (wantsLeader(next) && next.leadership().acquireLeadership()) {
        lastLed = place;
        return next;
      }
    }
    return null;
  }

  /** Whether {@link #acquire} would find a processor. */
  boolean wantLeader() {
    for (int i = 0; i < shared.size(); i++) {
      if (wantsLeader(shared.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean wantsLeader(AioProcessor processor) {
    return !processor.leadership().isLed() && (processor.hasOperations() || noneIsLed());
  }

  private boolean noneIsLed() {
    for (int i = 0; i < shared.size(); i++) {
      if (shared.get(i).leadership().isLed()) {
        return false;
      }
    }
    return true;
  }

  /** How long the leader of a place may wait, while another place has no leader. */
  private long turn(int place) {
    for (int i = 0; i < shared.size(); i++) {
      AioProcessor other = shared.get(i);
      if (i != place && !other.leadership().isLed() && other.hasOperations()) {
        return TURN_NANOS;
      }
    }
    return Long.MAX_VALUE;
  }

  /** Wakes the leader of a shared processor, if there is one asleep. */
  private boolean wakeLeader() {
    for (int i = 0; i < shared.size(); i++) {
      if (shared.get(i).leadership().wakeLeader()) {
        return true;
      }
    }
    return false;
  }

  /** Wakes each leader that looks after the timers. */
  void wakeForTimers() {
    all.getFirst().leadership().wakeLeader();
    shared.forEach(p -> p.leadership().wakeLeader());
  }

  /** An empty result of an allocator, for an event. */
  AioOperation result() {
    return all.getFirst().result();
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
   * @param nanos to wait at most
   * @throws IOException if the system fails, or operations or a leader are under way after that
   */
  void close(long nanos) throws IOException {
    all.forEach(AioProcessor::shut);
    long deadline = System.nanoTime() + nanos;
    Throwable failed = null;
    boolean led = false;
    for (AioProcessor processor : shared) {
      if (!acquire(processor, deadline)) {
        led = true;
        continue;
      }
      try {
        close(processor, deadline);
      } catch (IOException | RuntimeException | Error failure) {
        failed = failure;
        processor.abandon(failure);
      }
      processor.leadership().releaseLeadership(); // a late operation is cancelled by its own thread
    }
    leaders.forEach(leader -> dispatchWhile(leader::isAlive, deadline));
    all.forEach(processor -> dispatchWhile(processor::isHeld, deadline)); // a failed device's, too
    dispatcher.dispatchAll();
    for (AioProcessor processor : all) {
      if (processor.isHeld()) {
        throw new IOException(
            "%d operations are still in flight; their device stays open"
                .formatted(processor.inFlight()));
      }
    }
    if (led) {
      throw new IOException("a thread is still within a device, which stays open");
    }
    if (failed != null) {
      throw new IOException("a device has failed: " + failed.getMessage(), failed);
    }
  }

  private void dispatchWhile(BooleanSupplier busy, long deadline) {
    while (busy.getAsBoolean() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      dispatcher.dispatchAll();
    }
  }

  /** Leads, after all leading threads have left; false if a thread does not leave in time. */
  private static boolean acquire(AioProcessor processor, long deadline) {
    while (!processor.leadership().acquireLeadership()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      processor.leadership().wakeLeader();
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return true;
  }

  /** Leads to the end. */
  private void close(AioProcessor processor, long deadline) throws IOException {
    while (processor.isBusy() && System.nanoTime() - deadline < 0) {
      processor.handleAioEvents(LOOK_AGAIN_NANOS);
      dispatcher.dispatchAll();
    }
    if (!processor.isHeld()) {
      processor.device().close();
    }
  }
}
