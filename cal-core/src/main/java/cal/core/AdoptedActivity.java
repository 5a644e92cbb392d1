package cal.core;

import org.aspectj.lang.JoinPoint;

/**
 * The work of a thread that a server starts by itself, run by a stage instead: one step, which ends
 * when the thread's {@code run} does. Nothing of it is closed by CAL; an interrupt that it was sent
 * before it began is its own.
 */
public abstract class AdoptedActivity extends CapturedActivity {
  /** Who waits for a thread's end. */
  public enum Life {
    /** The JVM, and a drain. */
    AWAITED,
    /** The JVM alone: a pool's thread, which waits for work that may never come. */
    IDLING,
    /** Nobody: as with any daemon, the JVM may end although it runs. */
    DAEMON
  }

  private final Life life;

  /** Set before another thread sees it: whether it holds a permit of its stage. */
  private boolean admitted;

  /**
   * Describes a thread that is about to be started.
   *
   * @param adoption the stage that runs it
   * @param site where it was started or made
   * @param thread what the server knows it by
   * @param life who waits for its end
   */
  protected AdoptedActivity(
      Adoption adoption, JoinPoint.StaticPart site, Thread thread, Life life) {
    super(adoption.stage(), site, null, thread);
    this.life = life;
  }

  /**
   * Runs the thread's work, and has its failure handled as the thread's own would be.
   *
   * @throws Throwable what the work threw: it counts as failed, and is reported nowhere else
   */
  protected abstract void run() throws Throwable;

  @Override
  protected final Object call() throws Throwable {
    run();
    return false;
  }

  final Life life() {
    return life;
  }

  final boolean admitted() {
    return admitted;
  }

  final void admit() {
    admitted = true;
  }

  @Override
  boolean ownsInterrupts() {
    return true;
  }

  @Override
  void end(Carrier carrier, Throwable failure) {
    stage().adoptedEnded(this, carrier, failure);
  }

  /** What a thread works on is the server's to close. */
  @Override
  Throwable closeTarget(Throwable failure) {
    return failure;
  }
}
