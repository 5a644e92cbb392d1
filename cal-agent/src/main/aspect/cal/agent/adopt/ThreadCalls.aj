package cal.agent.adopt;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * The calls of a scope's classes to threads. The stand-in of a thread, if any, answers, so the
 * answers stay true.
 */
public abstract aspect ThreadCalls extends AdoptionScope {
  @SuppressAjWarnings("adviceDidNotMatch")
  Thread around(): inScope() && call(Thread Thread.currentThread()) {
    return current();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  boolean around(Thread thread): inScope() && call(boolean Thread+.isAlive()) && target(thread) {
    return standsIn(thread) ? isAlive(thread) : proceed(thread) && !hasEnded(thread);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Thread thread): inScope() && call(void Thread+.interrupt()) && target(thread) {
    if (standsIn(thread)) {
      interrupt(thread);
    } else {
      proceed(thread);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  boolean around(Thread thread):
      inScope() && call(boolean Thread+.isInterrupted()) && target(thread) {
    return standsIn(thread) ? isInterrupted(thread) : proceed(thread);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Thread.State around(Thread thread):
      inScope() && call(Thread.State Thread+.getState()) && target(thread) {
    return standsIn(thread) ? state(thread) : proceed(thread);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  StackTraceElement[] around(Thread thread):
      inScope() && call(StackTraceElement[] Thread+.getStackTrace()) && target(thread) {
    return standsIn(thread) ? stackTrace(thread) : proceed(thread);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Thread thread) throws InterruptedException:
      inScope() && call(void Thread+.join()) && target(thread) {
    if (standsIn(thread)) {
      join(thread, 0, 0);
    } else {
      proceed(thread);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Thread thread, long millis) throws InterruptedException:
      inScope() && call(void Thread+.join(long)) && target(thread) && args(millis) {
    if (standsIn(thread) && millis >= 0) {
      join(thread, millis, 0);
    } else {
      proceed(thread, millis);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Thread thread, long millis, int nanos) throws InterruptedException:
      inScope() && call(void Thread+.join(long, int)) && target(thread) && args(millis, nanos) {
    if (standsIn(thread) && millis >= 0 && nanos >= 0 && nanos < 1_000_000) {
      join(thread, millis, nanos);
    } else {
      proceed(thread, millis, nanos);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  boolean around(Thread thread, Duration time) throws InterruptedException:
      inScope() && call(boolean Thread+.join(Duration)) && target(thread) && args(time) {
    return standsIn(thread) ? join(thread, time) : proceed(thread, time);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(TimeUnit unit, Thread thread, long time) throws InterruptedException: inScope()
      && call(void TimeUnit.timedJoin(Thread, long)) && target(unit) && args(thread, time) {
    if (thread != null && standsIn(thread)) {
      join(thread, Duration.ofNanos(unit.toNanos(time)));
    } else {
      proceed(unit, thread, time);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Thread thread, boolean on):
      inScope() && call(void Thread+.setDaemon(boolean)) && target(thread) && args(on) {
    if (!setDaemon(thread, on)) {
      proceed(thread, on);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  boolean around(Thread thread): inScope() && call(boolean Thread+.isDaemon()) && target(thread) {
    return isOwn(thread) ? isDaemon(thread) : proceed(thread);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after(Thread thread, ClassLoader loader) returning: inScope()
      && call(void Thread+.setContextClassLoader(ClassLoader)) && target(thread) && args(loader) {
    contextClassLoader(thread, loader);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Thread thread): inScope()
      && call(void java.util.concurrent.locks.LockSupport.unpark(Thread)) && args(thread) {
    if (thread != null && standsIn(thread)) {
      unpark(thread);
    } else {
      proceed(thread);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(Thread thread): inScope()
      && call(Object java.util.concurrent.locks.LockSupport.getBlocker(Thread)) && args(thread) {
    return thread != null && standsIn(thread) ? blocker(thread) : proceed(thread);
  }

  // Advice is inlined into the server, so what it calls are methods of this aspect.

  private static Thread current() {
    return StandIn.current();
  }

  private static boolean standsIn(Thread thread) {
    return StandIn.of(thread) != null;
  }

  private static boolean hasEnded(Thread thread) {
    OwnThread own = OwnThread.of(thread);
    return own != null && own.hasEnded();
  }

  private static boolean isAlive(Thread thread) {
    return StandIn.of(thread).isAlive();
  }

  private static void interrupt(Thread thread) {
    StandIn.of(thread).interrupt();
  }

  private static boolean isInterrupted(Thread thread) {
    return StandIn.of(thread).isInterrupted();
  }

  private static Thread.State state(Thread thread) {
    return StandIn.of(thread).state();
  }

  private static StackTraceElement[] stackTrace(Thread thread) {
    return StandIn.of(thread).stackTrace();
  }

  private static void join(Thread thread, long millis, int nanos) throws InterruptedException {
    StandIn.of(thread).join(thread, millis, nanos);
  }

  private static boolean join(Thread thread, Duration time) throws InterruptedException {
    return StandIn.of(thread).join(thread, time);
  }

  private static boolean setDaemon(Thread thread, boolean on) {
    return ServerThreads.setDaemon(thread, on);
  }

  private static boolean isOwn(Thread thread) {
    return OwnThread.of(thread) != null;
  }

  private static boolean isDaemon(Thread thread) {
    return OwnThread.of(thread).isDaemon();
  }

  private static void contextClassLoader(Thread thread, ClassLoader loader) {
    StandIn standIn = StandIn.of(thread);
    if (standIn != null) {
      standIn.contextClassLoader(loader);
    }
  }

  private static void unpark(Thread thread) {
    StandIn.of(thread).unpark();
  }

  private static Object blocker(Thread thread) {
    return StandIn.of(thread).blocker();
  }
}
