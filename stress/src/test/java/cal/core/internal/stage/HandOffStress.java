package cal.core.internal.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A call is handed off as its stage closes, under each model in turn: it runs once, or its caller
 * is told that it has not.
 */
@JCStressTest
@Outcome(
    id = {"ran", "refused"},
    expect = ACCEPTABLE,
    desc = "its caller knows")
@State
public class HandOffStress {
  private final ClosingStage stage = ClosingStage.underTheNextModel();

  @Actor
  public void handOff(L_Result result) {
    result.r1 = stage.handOff();
  }

  @Actor
  public void close() {
    stage.close();
  }
}
