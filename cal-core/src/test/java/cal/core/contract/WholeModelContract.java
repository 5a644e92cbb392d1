package cal.core.contract;

import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Nested;

/** The guarantees of a model, with those that no variant of its settings could break. */
public abstract class WholeModelContract extends ModelContract {
  /**
   * A model that makes a worker for each activity.
   *
   * @param model the value of {@code cal.model}
   */
  protected WholeModelContract(String model) {
    super(model);
  }

  /**
   * A model with settings.
   *
   * @param model the value of {@code cal.model}
   * @param bounded as for {@link ModelContract}
   * @param workers as for {@link ModelContract}
   */
  protected WholeModelContract(
      String model, boolean bounded, IntFunction<Map<String, String>> workers) {
    super(model, bounded, workers);
  }

  @Nested
  class BlockingServers extends BlockingServerContract {
    BlockingServers() {
      super(WholeModelContract.this);
    }
  }

  @Nested
  class Faults extends FaultContract {
    Faults() {
      super(WholeModelContract.this);
    }
  }

  @Nested
  class StackEnds extends StackEndContract {
    StackEnds() {
      super(WholeModelContract.this);
    }
  }

  @Nested
  class Openings extends OpeningContract {
    Openings() {
      super(WholeModelContract.this);
    }
  }

  @Nested
  class Lives extends LifeContract {
    Lives() {
      super(WholeModelContract.this);
    }
  }

  @Nested
  class Pinning extends CoresContract {
    Pinning() {
      super(WholeModelContract.this);
    }
  }
}
