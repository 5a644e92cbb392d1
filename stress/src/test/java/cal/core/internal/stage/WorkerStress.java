package cal.core.internal.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.Work;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.StagedActivity;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import java.util.List;
import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** An interrupt reaches the activity that is meant, or nobody. */
@JCStressTest
@Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "it reached whom it was meant for")
@Outcome(id = "false, false, false", expect = ACCEPTABLE, desc = "it was not delivered")
@State
public class WorkerStress {
  private static final Engine RUNTIME = Engine.of(Configuration.of(Map.of()), List.of());
  static final OpenStage STAGE =
      new OpenStage(
          RUNTIME.commons(), "work", Configuration.of(Map.of()), new CallingThreadModel(false));

  private final StagedActivity meant = Work.of(STAGE, () -> false).activity();
  private final StagedActivity other = Work.of(STAGE, () -> false).activity();
  private volatile AttachedThread worker;

  @Actor
  public void run(ZZZ_Result result) {
    try (AttachedThread own = STAGE.attach()) {
      worker = own;
      own.run(meant);
      result.r2 = Thread.interrupted();
      own.run(other);
      result.r3 = Thread.interrupted();
    }
  }

  @Actor
  public void interrupt(ZZZ_Result result) {
    AttachedThread seen = worker;
    for (int look = 0; seen == null && look < 1000; look++) {
      Thread.onSpinWait();
      seen = worker;
    }
    result.r1 = seen != null && seen.interrupt(meant);
  }
}
