package cal.reactive.internal.socket;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A call on a thread of its own, which a test watches, waits for and interrupts. */
final class Call<T> implements Runnable {
  static final Duration DEADLINE = Duration.ofMinutes(2);

  /** A call that returns nothing. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  /** Null once it has been called: what it knows may be lost from then on. */
  private Callable<T> body;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean asked;
  private volatile Thread thread;
  private T result;
  private Throwable thrown;

  Call(Callable<T> body) {
    this.body = body;
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    begun.countDown();
    try {
      Callable<T> called = body;
      body = null;
      result = called.call();
    } catch (Throwable t) {
      thrown = t;
    } finally {
      Thread.interrupted();
      ended.countDown();
    }
  }

  /** Waits for the call; returns or throws as it did. */
  T get() throws Exception {
    return get(DEADLINE);
  }

  T get(Duration deadline) throws Exception {
    Throwable failure = thrown(deadline);
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (Exception) failure;
    }
    return result;
  }

  /** Waits for the call; the exception that it threw, or null if it returned. */
  Throwable thrown() throws InterruptedException {
    return thrown(DEADLINE);
  }

  private Throwable thrown(Duration deadline) throws InterruptedException {
    asked = true;
    awaitEnd(deadline);
    return thrown;
  }

  private void awaitEnd(Duration deadline) throws InterruptedException {
    if (!ended.await(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
      throw stuck(deadline);
    }
  }

  boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** Waits for the end of a call that nobody may have asked about: it must not have failed. */
  void end() throws InterruptedException {
    awaitEnd(DEADLINE);
    if (!asked && thrown instanceof AssertionError unnoticed) {
      throw unnoticed;
    }
  }

  void interrupt() throws InterruptedException {
    thread().interrupt();
  }

  /** Waits until the thread waits inside a method of this name: read, write, accept, connect. */
  Call<T> blockedIn(String method) throws InterruptedException {
    blockedInOrEnded(method);
    if (hasEnded()) {
      throw new AssertionError("did not block in " + method + ", it ended", thrown);
    }
    return this;
  }

  /** The same for a call that may give up before a slow machine has looked. */
  Call<T> blockedInOrEnded(String method) throws InterruptedException {
    Thread watched = thread();
    int[] looks = {0};
    SocketFixture.eventually(
        watched + " blocks in " + method,
        () -> {
          looks[0] = waitsIn(watched, method) ? looks[0] + 1 : 0;
          return looks[0] == 2 || hasEnded();
        });
    return this;
  }

  /** A virtual thread waits parked, a platform thread also in a system call. */
  private static boolean waitsIn(Thread thread, String method) {
    Thread.State state = thread.getState();
    boolean parked = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    if (!parked && state != Thread.State.RUNNABLE) {
      return false;
    }
    List<StackTraceElement> stack = List.of(thread.getStackTrace());
    return !stack.isEmpty()
        && (parked || stack.getFirst().isNativeMethod())
        && stack.stream().anyMatch(frame -> frame.getMethodName().equals(method));
  }

  private Thread thread() throws InterruptedException {
    if (!begun.await(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("no thread began the call within " + DEADLINE);
    }
    return thread;
  }

  private AssertionError stuck(Duration deadline) {
    if (thread == null) {
      return new AssertionError("no thread began the call within " + deadline);
    }
    AssertionError failure =
        new AssertionError(
            thread + " is " + thread.getState() + ", not at its end, after " + deadline);
    Throwable where = new Throwable("where it is");
    where.setStackTrace(thread.getStackTrace());
    failure.initCause(where);
    return failure;
  }
}
