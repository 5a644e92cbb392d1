package cal.core.internal.stage;

import cal.core.internal.activity.Ending;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.admission.Refusal;
import cal.core.internal.report.ActivityFailedEvent;
import cal.core.internal.support.Log;
import cal.core.spi.ActivityScheduler;
import java.lang.System.Logger.Level;
import org.aspectj.lang.JoinPoint;

/**
 * The work of a thread that a server starts by itself, or a task of its executor, run by a stage
 * instead: one step, which ends when the {@code run} does. Nothing of it is closed by CAL; an
 * interrupt that a thread was sent before it began is its own.
 */
public abstract class AdoptedActivity extends StagedActivity {
  private final JoinPoint.StaticPart site;

  /** The thread object of the server, or the task. */
  private final Object work;

  private final Life life;

  /** Set before it is started: the thread that it has; null for a worker's. */
  private Thread own;

  /** Set before another thread sees it: whether it holds a permit of its stage. */
  private boolean admitted;

  /** Set by the thread that runs it. */
  private boolean ran;

  /**
   * Describes a thread that is about to be started, or a task.
   *
   * @param adoption the stage that runs it
   * @param site where it was started or made; null where nobody knows
   * @param work what the server knows it by
   * @param life the waiters for its end
   */
  protected AdoptedActivity(Adoption adoption, JoinPoint.StaticPart site, Object work, Life life) {
    super(adoption.stage());
    this.site = site;
    this.work = work;
    this.life = life;
  }

  /**
   * Runs the thread's work, and has its failure handled as the thread's own would be.
   *
   * @throws Throwable what the work threw: it counts as failed, and is reported nowhere else
   */
  protected abstract void run() throws Throwable;

  @Override
  public final JoinPoint.StaticPart joinPoint() {
    return site;
  }

  @Override
  public final Object target() {
    return work;
  }

  /** None: a thread has no working context. */
  @Override
  public final Object context() {
    return null;
  }

  @Override
  public final Object step() throws Throwable {
    ran = true;
    run();
    return false;
  }

  /**
   * Told at its end if the stage has not run the thread's work, and will not. For those who wait
   * for it.
   */
  protected void notRun() {}

  @Override
  public final Life life() {
    return life;
  }

  /** Runs the work on its own thread if its stage has not, for nobody else will. */
  final void runUnlessRun() {
    if (!ran) {
      ran = true;
      try {
        run();
      } catch (Throwable handled) {
        Log.log(Level.DEBUG, "failed beside its stage: " + this, handled);
      }
    }
  }

  final boolean admitted() {
    return admitted;
  }

  final void admit() {
    admitted = true;
  }

  final void startsOn(Thread given) {
    own = given;
  }

  @Override
  public void startBy(ActivityScheduler scheduler) {
    if (own == null) {
      scheduler.start(this);
    } else {
      own.start();
    }
  }

  /** Its thread was started, or its pool has taken it. */
  @Override
  public boolean mayBeLate() {
    return false;
  }

  @Override
  public boolean ownsInterrupts() {
    return true;
  }

  @Override
  public void release() {
    if (!ran) {
      notRun();
    }
  }

  /** Its thread has handled the exception of its run. */
  @Override
  public void report(Throwable failure) {
    if (ran) {
      ActivityFailedEvent.tell(this, failure);
    } else {
      Ending.sayRefused(this, Refusal.NO_WORKER, failure);
    }
  }

  /** The target of a thread is the server's to close. */
  @Override
  public boolean closesTarget() {
    return false;
  }
}
