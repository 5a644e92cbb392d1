package cal.core.internal.support;

import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The text of the server's objects, for callers that must not wait: a drain, a watchdog, a loop.
 *
 * <p>A server's {@code toString()} may be synchronized, and the monitor held for good by the very
 * step to be named. So helper threads call {@code toString()}, and the caller waits a second at
 * most. As soon as all helpers are kept, objects are named by class and identity. Whatever happens,
 * nothing is thrown. Thread-safe.
 */
public final class Describer {
  /** So many calls of {@code toString()} without return cost their callers a second each. */
  static final int HELPERS = 4;

  private static final int FRAMES = 24;

  /** Grows by the core size alone. */
  private static final ThreadPoolExecutor THREADS =
      new ThreadPoolExecutor(
          HELPERS,
          HELPERS,
          1,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          CalThread.ofPool("cal-describe-"));

  /** Unfinished texts without a waiter. */
  private static final AtomicInteger LATE = new AtomicInteger();

  static {
    THREADS.allowCoreThreadTimeOut(true);
  }

  private Describer() {}

  /** The text of an object, within a second or else without {@code toString()}. */
  public static String describe(Object object) {
    return describe(object, TimeUnit.NANOSECONDS.toMillis(Grace.nanos()));
  }

  /** The same within another time, in milliseconds. */
  public static String describe(Object object, long limitMillis) {
    if (object == null || object instanceof String) {
      return String.valueOf(object);
    }
    if (LATE.get() >= HELPERS) {
      return identity(object);
    }
    Text text = new Text(object);
    try {
      THREADS.execute(text);
    } catch (Throwable noThread) {
      return identity(object);
    }
    return text.await(limitMillis);
  }

  /** The same on the calling thread, the object's own: the thread waits for nobody else. */
  public static String describeHere(Object object) {
    try {
      return String.valueOf(object);
    } catch (Throwable unprintable) {
      return object.getClass().getName()
          + ", whose toString() threw "
          + unprintable.getClass().getName();
    }
  }

  /** An object as in thread dumps: no code of the server is called. */
  public static String identity(Object object) {
    return object.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(object));
  }

  /** The inner frames of a stack, one a line, as in stack traces. */
  public static String stack(Collection<?> frames) {
    StringBuilder text = new StringBuilder();
    frames.stream().limit(FRAMES).forEach(at -> text.append("  at ").append(at).append('\n'));
    return text.toString();
  }

  private static final class Text implements Runnable {
    private final Object object;
    private final CountDownLatch there = new CountDownLatch(1);

    /** Whether the helper has the text, or the caller has given up: whichever comes first. */
    private final AtomicBoolean settled = new AtomicBoolean();

    private String text;

    Text(Object object) {
      this.object = object;
    }

    @Override
    public void run() {
      if (!settled.get()) {
        text = describeHere(object);
      }
      if (settled.compareAndSet(false, true)) {
        there.countDown();
      } else {
        LATE.decrementAndGet();
      }
    }

    String await(long limitMillis) {
      boolean interrupted = false;
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
      while (true) {
        try {
          there.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (settled.compareAndSet(false, true)) {
        LATE.incrementAndGet();
        return identity(object) + ", whose toString() does not return";
      }
      return text;
    }
  }
}
