package cal.agent.adopt;

import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.stage.Adoption;
import cal.core.internal.start.LoadTime;
import cal.core.internal.support.WeakIdentityMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.aspectj.lang.JoinPoint;

/** Decides about the threads made by the classes of a scope. Thread-safe. */
final class ServerThreads {
  /** Threads set as daemons or not by the server. */
  private static final WeakIdentityMap<Boolean> CHOSEN = new WeakIdentityMap<>();

  private final Adoption adoption;
  private final Life life;

  /**
   * Opens the stage of an aspect.
   *
   * @param life the waiters for the end of a non-daemon thread
   */
  ServerThreads(Class<?> aspect, Life life) {
    Adoption opened = LoadTime.adoption(aspect);
    this.adoption = life == Life.IDLING ? opened.withoutWaiting() : opened;
    this.life = life;
  }

  /**
   * Replaces a plain thread, made in the scope or for the scope, by a thread of the model. A
   * factory's thread, made in the scope, comes twice, and is replaced once.
   *
   * @param made the thread of the JDK, or of a factory; null from a factory without a thread
   * @return another thread, or the same for a stand-in
   */
  Thread made(Thread made, JoinPoint.StaticPart site) {
    if (made == null || made.isVirtual() || OwnThread.of(made) != null || leavesThreads()) {
      return made;
    }
    inheritDaemon(made);
    return OwnThread.replaces(made)
        ? OwnThread.make(adoption, site, made, life).orElse(made)
        : made;
  }

  /** Whether threads are the JDK's: under {@code sequential}, and in a drain. */
  private boolean leavesThreads() {
    return adoption.leavesThreads() || adoption.isDraining();
  }

  /** The same for all threads of a factory. */
  ThreadFactory made(ThreadFactory factory, JoinPoint.StaticPart site) {
    return work -> made(factory.newThread(work), site);
  }

  /** A new thread is a daemon if its maker is, unknown to the JDK for virtual threads. */
  private static void inheritDaemon(Thread made) {
    OwnThread maker = OwnThread.of(Thread.currentThread());
    Thread current = StandIn.current();
    if (CHOSEN.find(made) != null
        || made.getState() != Thread.State.NEW
        || (maker == null && current == Thread.currentThread())) {
      return;
    }
    made.setDaemon(maker == null ? current.isDaemon() : maker.isDaemon());
  }

  /**
   * Starts a thread as an activity.
   *
   * @return false if the thread is to be started unchanged
   */
  boolean start(Thread thread, JoinPoint.StaticPart site) {
    OwnThread own = OwnThread.of(thread);
    if (own != null) {
      own.start(site, thread);
      return true;
    }
    boolean known = StandIn.of(thread) != null;
    if (!known
        && (leavesThreads() || thread.isVirtual() || thread.getState() != Thread.State.NEW)) {
      return false;
    }
    try {
      StandIn.start(adoption, site, thread, life);
      return true;
    } catch (RejectedExecutionException refused) {
      if (life == Life.IDLING || adoption.isDraining()) {
        return false;
      }
      throw refused;
    }
  }

  /**
   * Notes the server's word on a thread.
   *
   * @return false if the thread is to be told as well
   */
  static boolean setDaemon(Thread thread, boolean on) {
    OwnThread own = OwnThread.of(thread);
    if (own != null) {
      own.setDaemon(thread, on);
      return true;
    }
    CHOSEN.put(thread, on);
    return false;
  }
}
