package cal.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Makes virtual threads (JEP 444) that have the JDK's scheduler, whoever asks for them.
 *
 * <p>A virtual thread inherits the scheduler of the one that makes it. One that is an event loop
 * would run the new thread as well, so such a caller waits, parked, while a platform thread makes
 * it. Thread-safe; for models whose activities may be started from an event loop.
 */
public final class VirtualThreads implements AutoCloseable {
  /** True in threads that are known to have the JDK's scheduler. */
  private static final ThreadLocal<Boolean> AT_HOME = ThreadLocal.withInitial(() -> false);

  /** A platform thread, made when it is first needed. */
  private final ExecutorService starter;

  /**
   * Starts nothing yet.
   *
   * @param starterName the name of the platform thread that makes threads for event loops
   */
  public VirtualThreads(String starterName) {
    starter =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(starterName).factory());
  }

  /**
   * Makes a thread and starts it. No more callers wait than ask at a time, each for one start.
   *
   * @param name the thread's name
   * @param body what it does; an object of a named class where it holds an activity, as {@link
   *     Carriers#start} says
   * @return the thread, started
   * @throws RejectedExecutionException if it cannot be had, or this is closed
   */
  public Thread start(String name, Runnable body) {
    return atHome(new Start(name, body));
  }

  /**
   * Makes a thread that somebody else starts.
   *
   * @param name the thread's name
   * @param body what it does
   * @return the thread, not started
   * @throws RejectedExecutionException if it cannot be had, or this is closed
   */
  public Thread unstarted(String name, Runnable body) {
    return atHome(new Make(name, body));
  }

  private Thread atHome(Supplier<Thread> maker) {
    if (!Thread.currentThread().isVirtual() || AT_HOME.get()) {
      return maker.get();
    }
    try {
      return CompletableFuture.supplyAsync(maker, starter).join();
    } catch (CompletionException failure) {
      throw new RejectedExecutionException(failure.getCause());
    }
  }

  /** Ends the platform thread, when those who wait for it have their answer. Idempotent. */
  @Override
  public void close() {
    starter.shutdown();
  }

  /** Makes a thread, on whichever thread this is called. */
  private record Start(String name, Runnable body) implements Supplier<Thread> {
    @Override
    public Thread get() {
      return Thread.ofVirtual().name(name).start(new AtHome(body));
    }
  }

  /** The same without starting it. */
  private record Make(String name, Runnable body) implements Supplier<Thread> {
    @Override
    public Thread get() {
      return Thread.ofVirtual().name(name).unstarted(new AtHome(body));
    }
  }

  /** What a thread does that has the JDK's scheduler, and so have those that it makes. */
  private record AtHome(Runnable body) implements Runnable {
    @Override
    public void run() {
      AT_HOME.set(true);
      body.run();
    }
  }
}
