package cal.agent.adopt;

import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.stage.Adoption;
import org.aspectj.lang.JoinPoint;

/**
 * The started thread of a pool under a model without threads to give. The courier waits while a
 * worker does the work of the pool's thread. An interrupt of this thread reaches the worker at
 * once.
 *
 * <p>A pool loses a task and never terminates if a thread does not do its work. So without a
 * worker, after a refusal or the end of the stage, this thread does the work itself.
 */
final class Courier extends Thread {
  private final Thread made;
  private final Adoption adoption;
  private final JoinPoint.StaticPart site;

  /**
   * Guarded by this: whether the courier does the work itself, and interrupts are the courier's.
   */
  private boolean alone;

  /** Guarded by this: whether the courier was interrupted, at any time. */
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

  /** Whether a worker has done the work, to the end. */
  private boolean isCarried() {
    try {
      StandIn standIn = StandIn.start(adoption, site, made, Life.IDLING);
      standIn.joinForwarding(made);
      return standIn.hasBegun();
    } catch (Throwable refused) {
      return false;
    }
  }

  /** No worker has begun the work, so none has had an interrupt, on either thread object. */
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
