package cal.core.spi;

import cal.core.internal.support.CalThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Makes virtual threads (JEP 444) that have the JDK's scheduler, for any caller.
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

  private final BiFunction<String, Runnable, Thread> maker;

  /**
   * Starts nothing yet.
   *
   * @param starterName the name of the platform thread that makes threads for event loops
   */
  public VirtualThreads(String starterName) {
    this(starterName, (name, body) -> Thread.ofVirtual().name(name).start(body));
  }

  /** For tests: with another way to make a thread. */
  VirtualThreads(String starterName, BiFunction<String, Runnable, Thread> maker) {
    this.maker = maker;
    this.starter = Executors.newSingleThreadExecutor(work -> CalThread.ofTask(starterName, work));
  }

  /**
   * Makes a thread and starts it. No more callers wait than ask at a time, each for one start.
   *
   * @param name the thread's name
   * @param body what it does; an object of a named class where it holds an activity, as {@link
   *     ActivityScheduler#start} says
   * @return the thread, started
   * @throws RejectedExecutionException if the platform thread that is needed for it has ended
   * @throws RuntimeException or an error, such as want of memory, if it cannot be had: the same
   *     whoever asks
   */
  public Thread start(String name, Runnable body) {
    return atHome(name, new Start(maker, name, body));
  }

  /**
   * Makes a thread that somebody else starts.
   *
   * @param name the thread's name
   * @param body what it does
   * @return the thread, not started
   * @throws RejectedExecutionException if the platform thread that is needed for it has ended
   */
  public Thread unstarted(String name, Runnable body) {
    return atHome(name, new Make(name, body));
  }

  private Thread atHome(String name, Supplier<Thread> make) {
    if (!Thread.currentThread().isVirtual() || AT_HOME.get()) {
      return make.get();
    }
    try {
      return CompletableFuture.supplyAsync(make, starter).join();
    } catch (RejectedExecutionException closed) {
      throw new RejectedExecutionException(
          "thread=" + name + " cannot be made from an event loop: its starter has ended", closed);
    } catch (CompletionException failure) {
      switch (failure.getCause()) {
        case Error error -> throw error;
        case RuntimeException exception -> throw exception;
        default -> throw failure;
      }
    }
  }

  /**
   * Ends the platform thread, when those who wait for it have their answer: event loops can start
   * no more threads, callers that have the JDK's scheduler still can. Idempotent.
   */
  @Override
  public void close() {
    starter.shutdown();
  }

  /**
   * Has the carrier of the calling thread run on all cores again, where it is the JDK's: a pinned
   * thread that woke a virtual one may have made it.
   */
  static void freeCarrier() {
    if (Cores.pinning() && AT_HOME.get()) {
      Cores.ALL.take();
    }
  }

  /** Makes a thread, on whichever thread this is called. */
  private record Start(BiFunction<String, Runnable, Thread> maker, String name, Runnable body)
      implements Supplier<Thread> {
    @Override
    public Thread get() {
      return maker.apply(name, new AtHome(body));
    }
  }

  /** The same without starting it. */
  private record Make(String name, Runnable body) implements Supplier<Thread> {
    @Override
    public Thread get() {
      return Thread.ofVirtual().name(name).unstarted(new AtHome(body));
    }
  }

  /**
   * The work of a thread with the JDK's scheduler. The threads that it makes have that scheduler,
   * too.
   */
  private record AtHome(Runnable body) implements Runnable {
    @Override
    public void run() {
      try {
        AT_HOME.set(true);
        freeCarrier();
      } catch (Throwable noMemory) {
        // Its own threads are then made by the starter, which costs them time, and its carrier
        // stays where it is until another thread begins there.
      }
      body.run();
    }
  }
}
