package cal.agent.adopt;

import cal.core.internal.activity.StagedActivity.Life;
import java.util.concurrent.ThreadFactory;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Takes over a server's own threads: work started in the scope runs under the model of this
 * aspect's stage. The agent sets the scope and names the aspect, which names the stage.
 *
 * <p>A plain thread is replaced at its making by a thread of the model, if the model has a thread
 * for each activity. Any other thread object is never started: its {@code run} is an activity, and
 * the stand-in answers the scope's questions to the thread. Failures, interrupts, daemons, thread
 * locals and the context class loader are as with threads; docs/adopting.md has the limits.
 */
public abstract aspect AdoptedThreads extends ThreadCalls {
  private final ServerThreads threads = new ServerThreads(getClass(), life());

  /** The waiters for the end of a non-daemon thread. */
  protected Life life() {
    return Life.AWAITED;
  }

  // Advice is inlined into the server, so what it calls are methods of this aspect.

  @SuppressAjWarnings("adviceDidNotMatch")
  Thread around(): inScope()
      && (call(Thread.new(..)) || call(Thread java.util.concurrent.ThreadFactory+.newThread(..))) {
    return made(proceed(), thisJoinPointStaticPart);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  ThreadFactory around(): inScope()
      && call(ThreadFactory java.util.concurrent.Executors.defaultThreadFactory()) {
    return factory(proceed(), thisJoinPointStaticPart);
  }

  /** A thread of a sub-class stays. */
  @SuppressAjWarnings("adviceDidNotMatch")
  after() returning(Thread thread): inScope() && call(Thread+.new(..)) && !call(Thread.new(..)) {
    made(thread, thisJoinPointStaticPart);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Thread thread): inScope() && call(void Thread+.start()) && target(thread) {
    if (!start(thread, thisJoinPointStaticPart)) {
      proceed(thread);
    }
  }

  // A shutdown hook is never adopted: it runs when stages drain, and the JVM starts it. It is not
  // given to proceed, since AspectJ drops a changed argument where the agent made the aspect.

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Runtime runtime, Thread hook): inScope()
      && call(void Runtime.addShutdownHook(Thread)) && target(runtime) && args(hook) {
    addHook(runtime, hook);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  boolean around(Runtime runtime, Thread hook): inScope()
      && call(boolean Runtime.removeShutdownHook(Thread)) && target(runtime) && args(hook) {
    return removeHook(runtime, hook);
  }

  private static void addHook(Runtime runtime, Thread hook) {
    runtime.addShutdownHook(OwnThread.hook(hook));
  }

  private static boolean removeHook(Runtime runtime, Thread hook) {
    return runtime.removeShutdownHook(OwnThread.hook(hook));
  }

  private Thread made(Thread made, JoinPoint.StaticPart site) {
    return threads.made(made, site);
  }

  private ThreadFactory factory(ThreadFactory factory, JoinPoint.StaticPart site) {
    return threads.made(factory, site);
  }

  private boolean start(Thread thread, JoinPoint.StaticPart site) {
    return threads.start(thread, site);
  }
}
