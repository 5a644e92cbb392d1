package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.region.Conditions;
import cal.core.internal.region.RegionStack;
import cal.core.internal.region.Regions;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;

/**
 * The common base of the contract's parts: critical regions as the advice of {@code
 * CriticalRegions} makes them, threads of both kinds, and a check after each test that all of them
 * have ended.
 */
public abstract class RegionFixture {
  static final Duration DEADLINE = Duration.ofMinutes(2);

  /** The kinds of threads of a test. */
  public enum Kind {
    PLATFORM {
      @Override
      public Thread.Builder builder() {
        return Thread.ofPlatform().daemon();
      }
    },
    VIRTUAL {
      @Override
      public Thread.Builder builder() {
        return Thread.ofVirtual();
      }
    };

    public abstract Thread.Builder builder();
  }

  /** The work of a thread. */
  public interface Body {
    void run() throws Exception;
  }

  final SynchronizationContract contract;
  final Regions regions;
  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
  private final Queue<Thread> started = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  public RegionFixture(SynchronizationContract contract) {
    this.contract = contract;
    this.regions = new Regions(contract.getClass().getName(), contract.found(), null);
  }

  /** Runs a region of a guard. */
  public void inside(Object guard, Body body) throws Exception {
    inside(guard, guard, body);
  }

  /** Runs a region of an object that is mapped to its guard. */
  public void inside(Object bound, Object guard, Body body) throws Exception {
    RegionStack stack = RegionStack.ofThread();
    int outside = stack.depth();
    try {
      regions.enter(stack, bound, guard);
      if (regions.monitor) {
        synchronized (guard) {
          body.run();
        }
      } else {
        body.run();
      }
    } finally {
      stack.leave(outside);
    }
  }

  /** Runs a region of a guard that only reads, as the advice does: perhaps before an entry. */
  public void insideShared(Object guard, Body body) throws Exception {
    long glanced = regions.glance(guard);
    if (glanced != 0) {
      try {
        body.run();
        if (regions.isValid(guard, glanced)) {
          return;
        }
      } catch (Throwable thrown) {
        if (regions.isValid(guard, glanced)) {
          throw thrown;
        }
      }
    }
    RegionStack stack = RegionStack.ofThread();
    int outside = stack.depth();
    try {
      regions.enter(stack, guard, guard, true);
      body.run();
    } finally {
      stack.leave(outside);
    }
  }

  /** Waits as woven code does where the server says {@code object.wait(millis, nanos)}. */
  @SuppressWarnings("WaitNotInLoop") // The loop is the test's.
  public static void await(Object object, long millis, int nanos) throws InterruptedException {
    if (!Conditions.await(object, millis, nanos)) {
      object.wait(millis, nanos);
    }
  }

  public static void await(Object object) throws InterruptedException {
    await(object, 0, 0);
  }

  public static void signal(Object object) {
    if (!Conditions.signal(object)) {
      object.notify();
    }
  }

  public static void signalAll(Object object) {
    if (!Conditions.signalAll(object)) {
      object.notifyAll();
    }
  }

  public Thread start(Kind kind, Body body) {
    Thread thread =
        kind.builder()
            .unstarted(
                () -> {
                  try {
                    body.run();
                  } catch (Throwable t) {
                    failures.add(t);
                  }
                });
    threads.add(thread);
    started.add(thread);
    thread.start();
    return thread;
  }

  /** Starts a thread that runs a region of a guard. */
  public Thread startInside(Kind kind, Object guard, Body body) {
    return start(kind, () -> inside(guard, body));
  }

  /** The same of an object that is mapped to its guard. */
  Thread startInside(Kind kind, Object bound, Object guard, Body body) {
    return start(kind, () -> inside(bound, guard, body));
  }

  /** Makes sure that the calling thread is inside, and so another has to wait until it has left. */
  void requireInside(Kind kind, Object guard, AtomicBoolean left) {
    untilItWaits(startInside(kind, guard, () -> assertThat(left).isTrue()));
  }

  /** Starts threads of both kinds in turn. */
  void startMany(int number, Body body) {
    for (int i = 0; i < number; i++) {
      start(kind(i), body);
    }
  }

  public static Kind kind(int turn) {
    return turn % 2 == 0 ? Kind.PLATFORM : Kind.VIRTUAL;
  }

  public static void await(CountDownLatch latch, String what) throws InterruptedException {
    if (!latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(what + " did not come within " + DEADLINE);
    }
  }

  /** Waits until a thread is blocked or parked: it has come as far as it can. */
  public static void untilItWaits(Thread thread) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (true) {
      switch (thread.getState()) {
        case BLOCKED, WAITING, TIMED_WAITING -> {
          return;
        }
        default -> Thread.yield();
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError(thread + " does not wait within " + DEADLINE);
      }
    }
  }

  /** Waits for the end of all threads. */
  public void join() throws InterruptedException {
    for (Thread thread = threads.poll(); thread != null; thread = threads.poll()) {
      Thread last = thread;
      assertThat(thread.join(contract.deadline()))
          .as(() -> last + " ends; it is at " + List.of(last.getStackTrace()))
          .isTrue();
    }
    for (Throwable failure : failures) {
      throw new AssertionError("in a thread of the test", failure);
    }
  }

  /** Ends the threads of a test that has failed, whose policy must let go of who is interrupted. */
  void abandon() throws InterruptedException {
    for (Thread thread : started) {
      thread.interrupt();
    }
    for (Thread thread : started) {
      assertThat(thread.join(DEADLINE)).as("%s ends", thread).isTrue();
    }
    threads.clear();
    failures.clear();
  }

  @AfterEach
  final void shouldLeaveNoThreadBehind() throws InterruptedException {
    join();
  }
}
