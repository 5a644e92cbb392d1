package cal.core.internal.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.generation.Generation;
import cal.core.internal.generation.SharedParts;
import cal.core.internal.generation.StageSettings;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** An activity comes as the model of its stage changes: no closed generation is entered. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the former is entered, and kept open")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the next is entered, the former closed")
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "the former was entered for a moment")
@State
public class GenerationStress {
  private static final OpenStage STAGE = WorkerStress.STAGE;
  private static final SharedParts PARTS = new SharedParts();
  private static final StageSettings SETTINGS = StageSettings.of(STAGE.choice(), STAGE.name());

  private final Generation former = Generation.open(STAGE, PARTS, STAGE.choice());
  private final Generation next = Generation.open(STAGE, PARTS, STAGE.choice());
  private final Generations generations = new Generations(STAGE, former, SETTINGS);

  @Actor
  public void enter(ZZ_Result result) {
    result.r1 = generations.enter() == former;
  }

  @Actor
  public void change(ZZ_Result result) {
    generations.replaceBy(next);
    result.r2 = generations.closeIfEmpty(former);
  }
}
