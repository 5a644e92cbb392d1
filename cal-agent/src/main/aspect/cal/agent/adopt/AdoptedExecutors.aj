package cal.agent.adopt;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Takes over a server's executors: the threads of the pools are the model's. The agent sets the
 * scope and names the aspect, which names the stage.
 *
 * <p>An executor stays the JDK's, with its class, queue and bounds, so futures, cancelling and
 * shutdown are right; only the thread factory is another. Work-stealing pools and pools of virtual
 * threads are left alone, and so are factories with a thread class of their own.
 */
public abstract aspect AdoptedExecutors extends AdoptionScope {
  private final ServerExecutors executors = new ServerExecutors(getClass());

  // Advice is inlined into the server, so what it calls are methods of this aspect.

  @SuppressAjWarnings("adviceDidNotMatch")
  after() returning(Executor made): inScope()
      && (call(ThreadPoolExecutor+.new(..)) || call(Executor+ Executors.new*(..))) {
    adopt(made, thisJoinPointStaticPart);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(ThreadPoolExecutor pool, ThreadFactory factory): inScope()
      && call(void ThreadPoolExecutor+.setThreadFactory(ThreadFactory))
      && target(pool) && args(factory) {
    pool.setThreadFactory(factory(factory, thisJoinPointStaticPart));
  }

  // The executors that these return hide their pools, so the factory is given instead. It is not
  // given to proceed, since AspectJ drops a changed argument where the agent made the aspect.

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): inScope() && call(* Executors.newSingleThreadExecutor()) {
    return Executors.newSingleThreadExecutor(defaults(thisJoinPointStaticPart));
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(ThreadFactory factory): inScope()
      && call(* Executors.newSingleThreadExecutor(ThreadFactory)) && args(factory) {
    return Executors.newSingleThreadExecutor(factory(factory, thisJoinPointStaticPart));
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): inScope() && call(* Executors.newSingleThreadScheduledExecutor()) {
    return Executors.newSingleThreadScheduledExecutor(defaults(thisJoinPointStaticPart));
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(ThreadFactory factory): inScope()
      && call(* Executors.newSingleThreadScheduledExecutor(ThreadFactory)) && args(factory) {
    return Executors.newSingleThreadScheduledExecutor(factory(factory, thisJoinPointStaticPart));
  }

  private void adopt(Object made, JoinPoint.StaticPart site) {
    executors.adopt(made, site);
  }

  private ThreadFactory factory(ThreadFactory factory, JoinPoint.StaticPart site) {
    return executors.adopt(factory, site);
  }

  private ThreadFactory defaults(JoinPoint.StaticPart site) {
    return executors.adopt(Executors.defaultThreadFactory(), site);
  }
}
