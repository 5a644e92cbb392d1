package cal.core.internal.admission;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.stage.ForkedLife;
import cal.core.spi.WhenFull;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;
import org.openjdk.jcstress.infra.results.LI_Result;

/** The door of a stage: who waits there is answered, and no place is lost or given twice. */
public class PermitsStress {
  static {
    ForkedLife.bound();
  }

  private static Permits full(WhenFull policy) {
    Permits door = new Permits(1, policy);
    door.tryEnter();
    return door;
  }

  @JCStressTest
  @Outcome(id = "ADMITTED, 1", expect = ACCEPTABLE, desc = "the place goes to who waits")
  @State
  public static class ThePlaceGoesToWhoWaits {
    private final Permits door = full(WhenFull.BLOCK);

    @Actor
    public void spawn(LI_Result result) {
      result.r1 = door.enterFull(true, true);
    }

    @Actor
    public void leave() {
      door.leave();
    }

    @Arbiter
    public void count(LI_Result result) {
      result.r2 = door.inFlight();
    }
  }

  @JCStressTest
  @Outcome(id = "ADMITTED, 1", expect = ACCEPTABLE, desc = "before the door was closed to spawns")
  @Outcome(id = "CLOSED, 0", expect = ACCEPTABLE, desc = "after that: it has given its permit back")
  @State
  public static class NoPermitIsLostAtADoorClosedToSpawns {
    private final Permits door = full(WhenFull.BLOCK);

    @Actor
    public void spawn(LI_Result result) {
      result.r1 = door.enterFull(true, true);
    }

    @Actor
    public void leaveAndClose() {
      door.leave();
      door.closeToSpawns();
    }

    @Arbiter
    public void count(LI_Result result) {
      result.r2 = door.inFlight();
    }
  }

  @JCStressTest
  @Outcome(id = "CLOSED, 0", expect = ACCEPTABLE, desc = "a closed door admits nobody")
  @State
  public static class WhoSpawnsIsAnsweredByAClosingDoor {
    private final Permits door = full(WhenFull.BLOCK);

    @Actor
    public void spawn(LI_Result result) {
      result.r1 = door.enterFull(true, true);
    }

    @Actor
    public void close() {
      door.close();
    }

    @Arbiter
    public void count(LI_Result result) {
      result.r2 = door.inFlight();
    }
  }

  @JCStressTest
  @Outcome(id = "CLOSED, 0", expect = ACCEPTABLE, desc = "a closed door admits nobody")
  @State
  public static class WhoHandsOffIsAnsweredByAClosingDoor {
    private final Permits door = full(WhenFull.BLOCK);

    @Actor
    public void handOff(LI_Result result) {
      result.r1 = door.enterHandOff(true, 0, Runnable::run);
    }

    @Actor
    public void close() {
      door.close();
    }

    @Arbiter
    public void count(LI_Result result) {
      result.r2 = door.inFlight();
    }
  }

  @JCStressTest
  @Outcome(
      id = "2, true",
      expect = ACCEPTABLE,
      desc = "entered, and a caller runs beyond the limit")
  @Outcome(id = "1, false", expect = ACCEPTABLE, desc = "the caller that runs has the place")
  @State
  public static class ACallerThatRunsIsCounted {
    private final Permits door = full(WhenFull.CALLER_RUNS);

    @Actor
    public void callerRuns() {
      door.enterFull(true, true);
    }

    @Actor
    public void leaveAndEnter(IZ_Result result) {
      door.leave();
      result.r2 = door.tryEnter();
    }

    @Arbiter
    public void count(IZ_Result result) {
      result.r1 = door.inFlight();
    }
  }
}
