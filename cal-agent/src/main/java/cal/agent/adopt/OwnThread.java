package cal.agent.adopt;

import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.stage.AdoptedActivity;
import cal.core.internal.stage.Adoption;
import cal.core.internal.support.WeakIdentityMap;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.aspectj.lang.JoinPoint;

/**
 * The work of a model's thread in place of the server's. The thread answers all questions itself,
 * except about daemons, since all virtual threads are daemons.
 */
final class OwnThread implements Runnable {
  private static final WeakIdentityMap<OwnThread> ALL = new WeakIdentityMap<>();

  private final Adoption adoption;
  private final JoinPoint.StaticPart site;

  /** The JDK's thread, made at the server's request; never started. */
  private final Thread template;

  /** The waiters for the end (the JVM, a drain), unless the thread is a daemon. */
  private final Life life;

  /** Set before a captured start. Null after the end, since a reference to the thread. */
  private AdoptedActivity work;

  private volatile boolean ended;

  private OwnThread(Adoption adoption, JoinPoint.StaticPart site, Thread template, Life life) {
    this.adoption = adoption;
    this.site = site;
    this.template = template;
    this.life = life;
  }

  /** The work of a thread; null if not made here. */
  static OwnThread of(Thread thread) {
    return ALL.find(thread);
  }

  /**
   * Whether a thread of the model may take the place of a thread: unstarted, and of a class without
   * additions.
   */
  static boolean replaces(Thread made) {
    return made.getClass() == Thread.class
        && made.getState() == Thread.State.NEW
        && of(made) == null;
  }

  /**
   * Makes a thread in place of another.
   *
   * @param template never started
   * @param life the waiters for the end, unless the thread is a daemon
   * @return empty if the model has no thread for each activity
   */
  static Optional<Thread> make(
      Adoption adoption, JoinPoint.StaticPart site, Thread template, Life life) {
    OwnThread own = new OwnThread(adoption, site, template, life);
    Optional<Thread> made = adoption.unstarted(template.getName(), own);
    made.ifPresent(
        thread -> {
          ThreadLocalFields.inherit(template, thread);
          thread.setContextClassLoader(template.getContextClassLoader());
          ALL.put(thread, own);
        });
    return made;
  }

  void start(JoinPoint.StaticPart startedAt, Thread thread) {
    if (thread.getState() != Thread.State.NEW) {
      throw new IllegalThreadStateException(thread + " was started before");
    }
    work = new Work(startedAt, thread);
    try {
      adoption.start(work, thread);
    } catch (RejectedExecutionException refused) {
      work = null;
      throw refused;
    }
  }

  @Override
  public void run() {
    Thread thread = Thread.currentThread();
    try {
      runWork(thread);
    } finally {
      work = null;
      ended = true;
      // Threads may wait on this monitor for the end: the JVM notifies them for platform threads
      // only.
      synchronized (thread) {
        thread.notifyAll();
      }
    }
  }

  private void runWork(Thread thread) {
    AdoptedActivity own;
    try {
      own = work == null ? new Work(site, thread) : work;
    } catch (OutOfMemoryError none) {
      Runnable alone = template;
      alone.run();
      return;
    }
    adoption.run(own);
  }

  /** In a drain nobody waits for such a thread: the server waits for its own stopping. */
  private Life lifeNow() {
    return template.isDaemon() || adoption.isDraining() ? Life.DAEMON : life;
  }

  /**
   * The thread for the JVM as a shutdown hook: the JVM starts the hook past any advice, once
   * nothing is adopted any more.
   */
  static Thread hook(Thread thread) {
    OwnThread own = of(thread);
    if (own == null) {
      return thread;
    }
    own.template.setName(thread.getName());
    return own.template;
  }

  /** Whether the work has ended, the moment to tell waiters on the thread's monitor. */
  boolean hasEnded() {
    return ended;
  }

  boolean isDaemon() {
    return template.isDaemon();
  }

  void setDaemon(Thread thread, boolean on) {
    if (thread.getState() != Thread.State.NEW) {
      throw new IllegalThreadStateException(thread + " was started before");
    }
    template.setDaemon(on);
  }

  /** The server's work on the thread made for this work. */
  private final class Work extends AdoptedActivity {
    private final Thread thread;

    Work(JoinPoint.StaticPart startedAt, Thread thread) {
      super(adoption, startedAt, thread, lifeNow());
      this.thread = thread;
    }

    @Override
    protected void run() throws Throwable {
      Runnable work = template;
      try {
        work.run();
      } catch (Throwable thrown) {
        Uncaught.handle(thread, template.getThreadGroup(), thrown);
        throw thrown;
      }
    }
  }
}
