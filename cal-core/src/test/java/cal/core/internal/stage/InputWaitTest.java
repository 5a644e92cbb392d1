package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Connection;
import cal.core.contract.Work;
import org.junit.jupiter.api.Test;

/** An activity that reads: when its client is silent, and what may close it then. */
class InputWaitTest {
  private final Connection target = new Connection("client");
  private final StagedActivity activity = Work.on(null, target, () -> false);

  private int silent() {
    return activity.silentBefore(System.nanoTime());
  }

  private void step() {
    activity.expectInput(false);
  }

  @Test
  void shouldBeSilentWhileItsSocketIsReadAndNoByteHasCome() {
    assertThat(silent()).isZero();
    activity.beforeInput();
    assertThat(silent()).as("what is read may be no socket").isZero();
    activity.beforeBytes();
    activity.closeIfSilent(silent());
    assertThat(target.closed).hasValue(1);
    assertThat(activity.afterInput()).as("may be begun").isFalse();
  }

  @Test
  void shouldNotBeSilentOnceAByteHasComeOfWhatOneCallReads() {
    activity.beforeInput();
    activity.beforeBytes();
    int before = silent();
    activity.afterBytes();
    activity.beforeBytes();
    assertThat(silent()).isZero();
    activity.closeIfSilent(before);
    assertThat(target.closed).hasValue(0);
    assertThat(activity.closeIfIdle()).as("its request has begun to come").isFalse();
    assertThat(activity.afterInput()).isTrue();
  }

  @Test
  void shouldNotBeClosedForAnEarlierSilence() {
    activity.beforeInput();
    activity.beforeBytes();
    int first = silent();
    assertThat(activity.afterInput()).isTrue();
    step();
    activity.beforeInput();
    activity.beforeBytes();
    activity.closeIfSilent(first);
    assertThat(target.closed).hasValue(0);
    activity.closeIfSilent(silent());
    assertThat(target.closed).hasValue(1);
  }

  @Test
  void shouldGoOnWithItsWaitWhereReadsTimeOut() {
    activity.beforeInput();
    long since = activity.since();
    activity.beforeBytes();
    int first = silent();
    activity.inputTimedOut();
    assertThat(silent()).isZero();
    activity.beforeInput();
    activity.beforeBytes();
    assertThat(silent()).isEqualTo(first);
    assertThat(activity.since()).isEqualTo(since);
  }

  @Test
  void shouldBeginAnotherWaitWhereAPartHadComeBeforeAReadTimedOut() {
    activity.beforeInput();
    activity.beforeBytes();
    int first = silent();
    activity.afterBytes();
    activity.inputTimedOut();
    activity.beforeInput();
    activity.beforeBytes();
    activity.closeIfSilent(first);
    assertThat(target.closed).hasValue(0);
  }

  /** A drain has begun, and looks while the step begins to read the request that it is for. */
  @Test
  void shouldNotBeClosedWhileItsLastStepReadsARequestThatHasCome() {
    Waiting last = new Waiting();
    last.hasInput = true;
    last.expectInput(true);
    assertThat(last.hasLastRequest()).as("for one step more").isFalse();
    last.beforeInput();
    assertThat(last.closeIfIdle()).isFalse();
    last.hasInput = false;
    assertThat(last.closeIfIdle()).isTrue();
    assertThat(last.closed).isOne();
  }

  /** Waits for a request that may have come. */
  private static final class Waiting extends InputWait {
    private boolean hasInput;
    private int closed;

    @Override
    void settle(AttachedThread worker, Throwable failure) {
      throw new AssertionError("it does not run", failure);
    }

    @Override
    boolean hasInput() {
      return hasInput;
    }

    @Override
    boolean closesTarget() {
      return true;
    }

    @Override
    Throwable closeTarget(Throwable failure) {
      closed++;
      return failure;
    }
  }

  @Test
  void shouldNeverBeSilentWhileItListens() {
    activity.beforeAccept();
    activity.beforeBytes();
    assertThat(silent()).isZero();
    activity.afterAccept(Work.backlog());
    assertThat(activity.clientArrived()).isNotZero();
    step();
    assertThat(activity.clientArrived()).isZero();
  }

  @Test
  void shouldNotTakeAFailureForAClientThatHadWaited() {
    activity.beforeAccept();
    activity.afterInput();
    assertThat(activity.clientWaited()).isFalse();
    assertThat(activity.clientArrived()).isZero();
  }
}
