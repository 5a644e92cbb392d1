package cal.agent.adopt;

import cal.core.internal.stage.Adoption;
import cal.core.internal.stage.StagedActivity.Life;
import cal.core.internal.start.LoadTime;
import cal.core.internal.support.WeakIdentityMap;
import java.util.concurrent.ThreadFactory;
import org.aspectj.lang.JoinPoint;

/** Decides what becomes of the threads that the classes of a scope make. Thread-safe. */
final class ServerThreads {
  /** Threads of which the server has said whether they are daemons. */
  private static final WeakIdentityMap<Boolean> CHOSEN = new WeakIdentityMap<>();

  private final Adoption adoption;

  ServerThreads(Class<?> aspect) {
    adoption = LoadTime.adoption(aspect);
  }

  /**
   * Replaces a plain thread that was made in the scope, or for it, by one of the model.
   *
   * @param made what the JDK made, or a factory; null from a factory that makes none
   * @return another thread, or the same to be stood in for
   */
  Thread made(Thread made, JoinPoint.StaticPart site) {
    if (made == null || adoption.leavesThreads()) {
      return made;
    }
    inheritDaemon(made);
    boolean plain = made.getClass() == Thread.class && made.getState() == Thread.State.NEW;
    return plain ? OwnThread.make(adoption, site, made, Life.AWAITED).orElse(made) : made;
  }

  /** The same for all threads of a factory. */
  ThreadFactory made(ThreadFactory factory, JoinPoint.StaticPart site) {
    return work -> made(factory.newThread(work), site);
  }

  /** A new thread is a daemon if its maker is, which the JDK cannot tell of virtual threads. */
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
   * @return false if the thread is to be started as it is
   */
  boolean start(Thread thread, JoinPoint.StaticPart site) {
    OwnThread own = OwnThread.of(thread);
    if (own != null) {
      own.start(site, thread);
      return true;
    }
    if (adoption.leavesThreads() || thread.isVirtual()) {
      return false;
    }
    if (StandIn.of(thread) == null && thread.getState() != Thread.State.NEW) {
      return false;
    }
    StandIn.start(adoption, site, thread, Life.AWAITED);
    return true;
  }

  /**
   * Notes what the server says of a thread.
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
