package adopted.truths;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Facts about threads, checked by code whose threads are adopted: prints {@code true NAME} or
 * {@code false NAME WHY} for each. Without an agent, all of them are true as well.
 */
public final class Truths {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
  private static final ThreadLocal<String> OWN = new ThreadLocal<>();

  private Truths() {}

  /** Something that must hold. */
  private interface Truth {
    void ask(Maker maker) throws Exception;
  }

  /** How a thread is made. */
  private interface Maker {
    Thread make(Runnable work, String name);
  }

  /** A thread with a class of its own. */
  private static final class Worker extends Thread {
    private final Runnable work;

    Worker(Runnable work, String name) {
      super(name);
      this.work = work;
    }

    @Override
    public void run() {
      work.run();
    }
  }

  private static Thread ofFactory(Runnable work, String name) {
    Thread thread = Executors.defaultThreadFactory().newThread(work);
    thread.setName(name);
    return thread;
  }

  public static void main(String[] args) {
    Map<String, Maker> makers = new LinkedHashMap<>();
    makers.put("plain", (work, name) -> new Thread(work, name));
    makers.put("sub-class", (work, name) -> new Worker(work, name));
    makers.put("factory", (work, name) -> ofFactory(work, name));
    Map<String, Truth> truths = new LinkedHashMap<>();
    truths.put("identity", Truths::identity);
    truths.put("name", Truths::name);
    truths.put("life", Truths::life);
    truths.put("timed-join", Truths::timedJoin);
    truths.put("interrupt", Truths::interrupt);
    truths.put("interrupt-before-start", Truths::interruptBeforeStart);
    truths.put("uncaught", Truths::uncaught);
    truths.put("default-handler", Truths::defaultHandler);
    truths.put("thread-locals", Truths::threadLocals);
    truths.put("class-loader", Truths::classLoader);
    truths.put("daemon", Truths::daemon);
    truths.put("twice", Truths::twice);
    truths.put("unpark", Truths::unpark);
    truths.put("blocker", Truths::blocker);
    truths.put("forgotten", Truths::forgotten);
    truths.put("wait-for-end", Truths::waitForEnd);
    truths.put("others-go-on", Truths::othersGoOn);
    truths.forEach(
        (name, truth) ->
            makers.forEach(
                (kind, maker) -> System.out.println(ask(name + " " + kind, truth, maker))));
    System.out.println("end of truths");
  }

  private static String ask(String name, Truth truth, Maker maker) {
    try {
      truth.ask(maker);
      return "true " + name;
    } catch (Throwable lie) {
      return "false " + name + " " + lie + " " + List.of(lie.getStackTrace()).subList(0, 3);
    }
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalStateException(what);
    }
  }

  private static void end(Thread thread) throws InterruptedException {
    thread.join(30_000);
    require(!thread.isAlive(), "it does not end");
  }

  private static void identity(Maker maker) throws Exception {
    AtomicReference<Thread> seen = new AtomicReference<>();
    Thread thread = maker.make(() -> seen.set(Thread.currentThread()), "identity");
    thread.start();
    end(thread);
    require(seen.get() == thread, "currentThread() was " + seen.get());
  }

  private static void name(Maker maker) throws Exception {
    AtomicReference<String> seen = new AtomicReference<>();
    Thread thread =
        maker.make(
            () -> {
              Thread.currentThread().setName(Thread.currentThread().getName() + "!");
              seen.set(Thread.currentThread().getName());
            },
            "given");
    require(thread.getName().equals("given"), thread.getName());
    thread.setName("other");
    thread.start();
    end(thread);
    require(seen.get().equals("other!") && thread.getName().equals("other!"), seen.get());
    require(new Thread(() -> {}).getName().startsWith("Thread-"), "no name of the JDK's");
  }

  private static void life(Maker maker) throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread thread =
        maker.make(
            () -> {
              running.countDown();
              await(release);
            },
            "life");
    require(!thread.isAlive() && thread.getState() == Thread.State.NEW, "alive before its start");
    thread.start();
    await(running);
    require(thread.isAlive(), "not alive while it runs");
    require(
        thread.getState() != Thread.State.NEW && thread.getState() != Thread.State.TERMINATED,
        "state " + thread.getState());
    release.countDown();
    thread.join();
    require(!thread.isAlive(), "alive after its end");
    require(thread.getState() == Thread.State.TERMINATED, "state " + thread.getState());
  }

  private static void timedJoin(Maker maker) throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Thread thread = maker.make(() -> await(release), "timed");
    thread.start();
    thread.join(20);
    thread.join(1, 500);
    require(!thread.join(Duration.ofMillis(5)), "joined before its end");
    Thread.currentThread().interrupt();
    require(!joined(thread), "no wait for its end");
    require(thread.isAlive(), "dead before its end");
    release.countDown();
    require(joined(thread), "no end of the wait");
    require(thread.join(Duration.ofSeconds(30)), "not joined after its end");
  }

  private static boolean joined(Thread thread) {
    try {
      TimeUnit.SECONDS.timedJoin(thread, 30);
      return true;
    } catch (InterruptedException early) {
      return false;
    }
  }

  private static void interrupt(Maker maker) throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    AtomicReference<String> seen = new AtomicReference<>("nothing");
    Thread thread =
        maker.make(
            () -> {
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                boolean set = Thread.currentThread().isInterrupted();
                seen.set(set + " " + Thread.interrupted() + " " + Thread.interrupted());
              }
            },
            "interrupted");
    thread.start();
    await(running);
    thread.interrupt();
    end(thread);
    require(seen.get().equals("true true false"), seen.get());
    require(!thread.isInterrupted(), "interrupted after its end");
  }

  private static void interruptBeforeStart(Maker maker) throws Exception {
    AtomicReference<Boolean> seen = new AtomicReference<>();
    Thread thread = maker.make(() -> seen.set(Thread.interrupted()), "early");
    thread.interrupt();
    thread.start();
    end(thread);
    require(seen.get(), "the interrupt is lost");
  }

  private static void uncaught(Maker maker) throws Exception {
    AtomicReference<Object> seen = new AtomicReference<>();
    Thread thread =
        maker.make(
            () -> {
              throw new IllegalArgumentException("thrown");
            },
            "uncaught");
    thread.setUncaughtExceptionHandler((t, e) -> seen.set(t.getName() + e.getMessage()));
    thread.start();
    end(thread);
    require("uncaughtthrown".equals(seen.get()), "the handler saw " + seen.get());
  }

  private static void defaultHandler(Maker maker) throws Exception {
    AtomicReference<Object> seen = new AtomicReference<>();
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> seen.set(t));
    try {
      Thread thread =
          maker.make(
              () -> {
                throw new IllegalArgumentException("thrown");
              },
              "default");
      thread.start();
      end(thread);
      require(thread == seen.get(), "the handler saw " + seen.get());
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(null);
    }
  }

  private static void threadLocals(Maker maker) throws Exception {
    INHERITED.set("inherited");
    AtomicReference<String> seen = new AtomicReference<>();
    // On the same worker of a pool one after the other: none sees what another has set.
    for (int i = 0; i < 20; i++) {
      Thread thread =
          maker.make(
              () -> {
                seen.set(OWN.get() + " " + INHERITED.get());
                OWN.set("left behind");
                INHERITED.set("changed");
              },
              "locals");
      INHERITED.set("later");
      thread.start();
      end(thread);
      require(seen.get().equals("null " + (i == 0 ? "inherited" : "later")), seen.get());
    }
  }

  private static void classLoader(Maker maker) throws Exception {
    ClassLoader mine = new ClassLoader() {};
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(mine);
    AtomicReference<ClassLoader> seen = new AtomicReference<>();
    Thread thread =
        maker.make(() -> seen.set(Thread.currentThread().getContextClassLoader()), "loader");
    Thread.currentThread().setContextClassLoader(before);
    thread.start();
    end(thread);
    require(seen.get() == mine, "it is " + seen.get());
  }

  private static void daemon(Maker maker) throws Exception {
    List<Boolean> seen = new ArrayList<>();
    for (boolean on : new boolean[] {true, false}) {
      Thread thread =
          maker.make(
              () -> {
                Thread child = new Thread(() -> {});
                seen.add(Thread.currentThread().isDaemon());
                seen.add(child.isDaemon());
              },
              "daemon");
      thread.setDaemon(on);
      require(thread.isDaemon() == on, "isDaemon() is not " + on);
      thread.start();
      end(thread);
    }
    require(seen.equals(List.of(true, true, false, false)), seen.toString());
  }

  private static void twice(Maker maker) throws Exception {
    Thread thread = maker.make(() -> {}, "twice");
    thread.start();
    end(thread);
    try {
      thread.start();
    } catch (IllegalThreadStateException right) {
      return;
    }
    throw new IllegalStateException("started twice");
  }

  private static void unpark(Maker maker) throws Exception {
    AtomicReference<Boolean> go = new AtomicReference<>(false);
    Thread thread =
        maker.make(
            () -> {
              while (!go.get()) {
                LockSupport.park();
              }
            },
            "parked");
    thread.start();
    go.set(true);
    LockSupport.unpark(thread);
    end(thread);
  }

  private static void blocker(Maker maker) throws Exception {
    Object lock = new Object();
    AtomicReference<Boolean> go = new AtomicReference<>(false);
    Thread thread =
        maker.make(
            () -> {
              while (!go.get()) {
                LockSupport.park(lock);
              }
            },
            "blocked");
    thread.start();
    until(() -> LockSupport.getBlocker(thread) == lock, "no blocker");
    go.set(true);
    LockSupport.unpark(thread);
    end(thread);
    require(LockSupport.getBlocker(thread) == null, "a blocker after the end");
  }

  /** The objects of a thread that has ended are nobody's. */
  private static void forgotten(Maker maker) throws Exception {
    WeakReference<Object> lost = objectOfEnded(maker);
    until(
        () -> {
          System.gc();
          return lost.refersTo(null);
        },
        "an ended thread is kept");
  }

  private static WeakReference<Object> objectOfEnded(Maker maker) throws Exception {
    Object own = new Object();
    Thread thread = maker.make(() -> require(own != thread(), "never"), "lost");
    thread.start();
    end(thread);
    return new WeakReference<>(own);
  }

  private static Object thread() {
    return Thread.currentThread();
  }

  private static void until(BooleanSupplier condition, String otherwise) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      require(System.nanoTime() < deadline, otherwise);
      Thread.onSpinWait();
    }
  }

  private static void waitForEnd(Maker maker) throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Thread thread = maker.make(() -> await(release), "awaited");
    thread.start();
    synchronized (thread) {
      release.countDown();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (thread.isAlive()) {
        require(System.nanoTime() < deadline, "nobody was notified");
        thread.wait(60_000);
      }
    }
  }

  private static void othersGoOn(Maker maker) throws Exception {
    for (int i = 0; i < 8; i++) {
      Thread failing =
          maker.make(
              () -> {
                throw new AssertionError("thrown");
              },
              "failing");
      failing.setUncaughtExceptionHandler((t, e) -> {});
      failing.start();
      end(failing);
    }
    AtomicReference<Boolean> ran = new AtomicReference<>(false);
    Thread last = maker.make(() -> ran.set(true), "last");
    last.start();
    end(last);
    require(ran.get(), "nothing runs any more");
  }

  private static void await(CountDownLatch latch) {
    try {
      require(latch.await(120, TimeUnit.SECONDS), "waited in vain");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
