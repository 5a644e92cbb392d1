package cal.agent.adopt;

import cal.core.internal.stage.AdoptedActivity;
import cal.core.internal.stage.Adoption;
import org.aspectj.lang.JoinPoint;

/**
 * A thread's {@code run} on a worker: with the thread's own thread locals, inherited values
 * included, and the context class loader.
 */
final class StandInWork extends AdoptedActivity {
  private final Thread thread;
  private final StandIn standIn;
  private ThreadLocalFields before;

  StandInWork(
      Adoption adoption, JoinPoint.StaticPart site, Thread thread, StandIn standIn, Life life) {
    super(adoption, site, thread, thread.isDaemon() ? Life.DAEMON : life);
    this.thread = thread;
    this.standIn = standIn;
  }

  @Override
  protected void run() throws Throwable {
    Runnable work = thread;
    Thread worker = Thread.currentThread();
    ClassLoader loader = worker.getContextClassLoader();
    try {
      Adoption.keepingWorker(this::takeLocals);
      worker.setContextClassLoader(thread.getContextClassLoader());
      standIn.begin(thread);
      work.run();
    } catch (Throwable thrown) {
      Uncaught.handle(thread, null, thrown);
      throw thrown;
    } finally {
      worker.setContextClassLoader(loader);
      if (before != null) {
        ThreadLocalFields.exchange(worker, before);
      }
      standIn.end(thread);
    }
  }

  private void takeLocals() {
    before = ThreadLocalFields.exchange(Thread.currentThread(), ThreadLocalFields.of(thread));
  }

  @Override
  protected void notRun() {
    standIn.end(thread);
  }
}
