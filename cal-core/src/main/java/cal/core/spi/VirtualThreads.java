package cal.core.spi;

import cal.core.internal.support.CalThread;
import cal.core.internal.support.ThreadLocals;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Makes virtual threads (JEP 444) with the JDK's scheduler, for any caller.
 *
 * <p>A virtual thread inherits the scheduler of its maker. An event loop would run the new thread
 * as well, so a caller on a loop waits, parked, while a platform thread makes the thread.
 * Thread-safe; for models with activities started from an event loop.
 */
public final class VirtualThreads implements AutoCloseable {
  /** Set in threads known to have the JDK's scheduler. */
  private static final ThreadLocal<Boolean> AT_HOME = new ThreadLocals.Own<>();

  /** A platform thread, made at the first need. */
  private final ExecutorService starter;

  private final BiFunction<String, Runnable, Thread> maker;

  /**
   * Starts no thread but the {@linkplain #openPollers pollers}.
   *
   * @param starterName the name of the platform thread, the maker for event loops
   */
  public VirtualThreads(String starterName) {
    this(starterName, (name, body) -> Thread.ofVirtual().name(name).start(body));
  }

  /** For tests: with another way to make a thread. */
  VirtualThreads(String starterName, BiFunction<String, Runnable, Thread> maker) {
    openPollers();
    this.maker = maker;
    this.starter = Executors.newSingleThreadExecutor(work -> CalThread.ofTask(starterName, work));
  }

  /**
   * Has the JDK open the pollers beneath its sockets, with its own scheduler; without effect after
   * the first time. The JDK would do so at the first wait of a virtual thread. On an event loop the
   * pollers would then stand still during each computation; and without a file descriptor to spare,
   * no virtual thread of the process could wait for a socket any more, since a class initialization
   * that failed is never tried again.
   *
   * @throws ExceptionInInitializerError without file descriptors
   */
  public static void openPollers() {
    try {
      Class.forName("sun.nio.ch.Poller", true, null);
    } catch (ClassNotFoundException e) {
      throw new ConfigurationException("this JDK has no sun.nio.ch.Poller; run on JDK 25", e);
    }
  }

  /**
   * Makes and starts a thread. No more callers wait than ask at a time, each for a single start.
   *
   * @param name the thread's name
   * @param body of the thread; an object of a named class to hold an activity, by {@link
   *     ActivityScheduler#start}
   * @return the thread, started
   * @throws RejectedExecutionException if the needed platform thread has ended
   * @throws RuntimeException or an error, such as want of memory, if no thread can be had: the same
   *     for every caller
   */
  public Thread start(String name, Runnable body) {
    return atHome(name, new Start(maker, name, body));
  }

  /**
   * Makes a thread for a later start.
   *
   * @param name the thread's name
   * @param body of the thread
   * @return the thread, not started
   * @throws RejectedExecutionException if the needed platform thread has ended
   */
  public Thread unstarted(String name, Runnable body) {
    return atHome(name, new Make(name, body));
  }

  private static boolean isAtHome() {
    return AT_HOME.get() != null;
  }

  private Thread atHome(String name, Supplier<Thread> make) {
    if (!Thread.currentThread().isVirtual() || isAtHome()) {
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
   * Ends the platform thread, after all waiting callers have their answer: event loops can start no
   * more threads, callers with the JDK's scheduler still can. Idempotent.
   */
  @Override
  public void close() {
    starter.shutdown();
  }

  /**
   * Has a JDK's carrier of the calling thread run on all cores again: a pinned thread may have made
   * the carrier by waking a virtual thread.
   */
  static void freeCarrier() {
    if (Cores.pinning() && isAtHome()) {
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

  /** The same without a start. */
  private record Make(String name, Runnable body) implements Supplier<Thread> {
    @Override
    public Thread get() {
      return Thread.ofVirtual().name(name).unstarted(new AtHome(body));
    }
  }

  /**
   * The work of a thread with the JDK's scheduler. Threads made by this thread have the same
   * scheduler.
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
