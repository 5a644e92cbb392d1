package cal.core.internal.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two activities are spawned as their stage closes, under each model in turn: each ends once. */
@JCStressTest
@Outcome(id = "each once", expect = ACCEPTABLE, desc = "both were counted as ended")
@State
public class SpawnStress {
  private final ClosingStage stage = ClosingStage.underTheNextModel();

  @Actor
  public void spawn() {
    stage.spawnTwo();
  }

  @Actor
  public void close() {
    stage.close();
  }

  @Arbiter
  public void look(L_Result result) {
    result.r1 = stage.ended();
  }
}
