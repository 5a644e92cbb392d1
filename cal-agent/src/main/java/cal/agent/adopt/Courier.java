package cal.agent.adopt;

import cal.core.internal.stage.Adoption;
import cal.core.internal.stage.StagedActivity.Life;
import org.aspectj.lang.JoinPoint;

/**
 * The thread that a pool starts where the model has no thread to give. It waits while a worker does
 * the work of the pool's thread. An interrupt of this thread reaches that worker at once.
 *
 * <p>A pool whose thread does not do its work loses a task and never terminates. So where no worker
 * does it, since the stage refuses it or ends before, this thread does it itself.
 */
final class Courier extends Thread {
  private final Thread made;
  private final Adoption adoption;
  private final JoinPoint.StaticPart site;

  /** Guarded by this: whether it does the work itself, and interrupts are its own. */
  private boolean alone;

  /** Guarded by this: whether it was interrupted, at whatever time. */
  private boolean interrupted;

  Courier(Thread made, Adoption adoption, JoinPoint.StaticPart site) {
    super(made.getName());
    setDaemon(made.isDaemon());
    this.made = made;
    this.adoption = adoption;
    this.site = site;
  }

  @Override
  public void run() {
    if (!isCarried()) {
      beAlone();
      Runnable work = made;
      work.run();
    }
  }

  /** Whether a worker has done the work, to its end. */
  private boolean isCarried() {
    try {
      StandIn standIn = StandIn.start(adoption, site, made, Life.IDLING);
      standIn.joinForwarding(made);
      return standIn.hasBegun();
    } catch (Throwable refused) {
      return false;
    }
  }

  /**
   * No worker has begun the work, so none has had an interrupt, whichever thread object received
   * it.
   */
  private synchronized void beAlone() {
    alone = true;
    if (interrupted || made.isInterrupted()) {
      super.interrupt();
    }
  }

  @Override
  public void interrupt() {
    synchronized (this) {
      interrupted = true;
      if (alone) {
        super.interrupt();
        return;
      }
      if (StandIn.of(made) == null) {
        made.interrupt();
      }
    }
    // It may have been started meanwhile.
    StandIn standIn = StandIn.of(made);
    if (standIn != null) {
      standIn.interrupt();
    }
  }

  @Override
  public boolean isInterrupted() {
    synchronized (this) {
      if (alone) {
        return super.isInterrupted();
      }
    }
    StandIn standIn = StandIn.of(made);
    return standIn == null ? made.isInterrupted() : standIn.isInterrupted();
  }
}
