package cal.core.internal.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.contract.Work;
import cal.core.internal.activity.EarlyClosing;
import cal.core.internal.activity.InputWait;
import cal.core.internal.activity.StagedActivity;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Input comes as a drain closes the activity that waits for it: one of the two is first. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the request is begun, and not cut")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "closed before the request had begun")
@State
public class InputStress {
  private final StagedActivity activity =
      Work.on(WorkerStress.STAGE, (AutoCloseable) this::close, () -> null).activity();
  private final InputWait input = activity.reader();
  private volatile boolean closed;

  private void close() {
    closed = true;
  }

  @Actor
  public void read(ZZ_Result result) {
    input.beforeInput();
    result.r1 = input.afterInput(true);
  }

  @Actor
  public void drain() {
    EarlyClosing.ofIdle(activity, () -> {}).run();
  }

  @Arbiter
  public void look(ZZ_Result result) {
    result.r2 = closed;
  }
}
