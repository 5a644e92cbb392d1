package cal.agent.adopt;

import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.stage.Adoption;
import cal.core.internal.start.LoadTime;
import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.aspectj.lang.JoinPoint;

/**
 * Gives the executors of a scope threads of the model: queues, bounds, futures and shutdown stay
 * the JDK's. Thread-safe.
 */
final class ServerExecutors {
  private final Adoption adoption;

  ServerExecutors(Class<?> aspect) {
    adoption = LoadTime.adoption(aspect);
  }

  /** Changes the threads of a made object, if a suitable pool. */
  void adopt(Object made, JoinPoint.StaticPart site) {
    if (made instanceof ThreadPoolExecutor pool) {
      ThreadFactory factory = pool.getThreadFactory();
      ThreadFactory adopting = adopt(factory, site);
      if (adopting != factory) {
        pool.setThreadFactory(adopting);
      }
    }
  }

  /** A factory that makes another factory's threads as threads of the model. */
  ThreadFactory adopt(ThreadFactory factory, JoinPoint.StaticPart site) {
    return factory == null || factory instanceof Adopting || adoption.leavesThreads()
        ? factory
        : new Adopting(factory, adoption, site, new AtomicBoolean());
  }

  private record Adopting(
      ThreadFactory factory, Adoption adoption, JoinPoint.StaticPart site, AtomicBoolean said)
      implements ThreadFactory {
    @Override
    public Thread newThread(Runnable work) {
      Thread made = factory.newThread(work);
      if (made == null) {
        return null;
      }
      // The JDK, whose pools refuse a thread that was started, knows nothing of a stand-in.
      if (StandIn.of(made) != null) {
        throw new IllegalThreadStateException(made + " was started before");
      }
      if (OwnThread.replaces(made)) {
        // A stage that drains admits nothing, and its workers may be gone: the pool does its work
        // itself.
        return adoption.isDraining()
            ? made
            : OwnThread.make(adoption, site, made, Life.IDLING)
                .orElseGet(() -> new Courier(made, adoption, site));
      }
      if (made.getClass() != Thread.class && OwnThread.of(made) == null) {
        sayLeft(made);
      }
      return made;
    }

    /** Once: the line at the start names the adoption. */
    private void sayLeft(Thread made) {
      if (said.compareAndSet(false, true)) {
        System.getLogger("cal")
            .log(
                Level.WARNING,
                "the threads of the pool made at {0} stay the JDK''s: they are of a class of their"
                    + " own, {1}",
                site.getSourceLocation(),
                made.getClass().getName());
      }
    }
  }
}
