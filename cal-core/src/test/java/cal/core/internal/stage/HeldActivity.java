package cal.core.internal.stage;

import cal.core.contract.Work;
import java.util.concurrent.CountDownLatch;

/** A spawned activity that is held between its admission and its start. */
public final class HeldActivity extends SpawnedActivity {
  private final CountDownLatch admitted;
  private final CountDownLatch goesOn;

  /**
   * Makes one.
   *
   * @param admitted counted down once it has its place
   * @param goesOn it is started after that
   * @param ends its step waits for that
   */
  public HeldActivity(
      OpenStage stage, CountDownLatch admitted, CountDownLatch goesOn, CountDownLatch ends) {
    super(
        stage,
        Work.of(
            stage,
            () -> {
              ends.await();
              return false;
            }));
    this.admitted = admitted;
    this.goesOn = goesOn;
  }

  /** The first question after its admission. */
  @Override
  public boolean keepsJvm() {
    admitted.countDown();
    try {
      goesOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return super.keepsJvm();
  }

  /** Comes into its stage on the calling thread. */
  public void enter() {
    ((OpenStage) stage()).admission().spawn(this);
  }
}
