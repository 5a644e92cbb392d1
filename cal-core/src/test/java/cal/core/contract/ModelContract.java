package cal.core.contract;

import cal.core.spi.ActivityScheduler;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/**
 * The guarantees of every concurrency model, in each of its variants. A model's module extends
 * {@link WholeModelContract} and names the model:
 *
 * <pre>{@code
 * class ThreadPoolModelTest extends WholeModelContract {
 *   ThreadPoolModelTest() {
 *     super("thread-pool", true, size -> Map.of("cal.thread-pool.size", "" + size));
 *   }
 * }
 * }</pre>
 *
 * The parts are nested classes, so that a report names the promise that was broken. None of them
 * sleeps: they wait for what must happen, within a deadline.
 */
@Timeout(300)
public abstract class ModelContract {
  private final String model;
  private final boolean bounded;
  private final IntFunction<Map<String, String>> workers;

  /**
   * A model that makes a worker for each activity.
   *
   * @param model the value of {@code cal.model}
   */
  protected ModelContract(String model) {
    this(model, false, number -> Map.of());
  }

  /**
   * A model with settings.
   *
   * @param model the value of {@code cal.model}
   * @param bounded whether an activity may have to wait for another's worker: {@link
   *     ActivityScheduler#bounded}
   * @param workers the settings, full keys and values, that give each stage so many workers:
   *     threads of a pool, loops of a reactor
   */
  protected ModelContract(String model, boolean bounded, IntFunction<Map<String, String>> workers) {
    this.model = model;
    this.bounded = bounded;
    this.workers = workers;
  }

  final String model() {
    return model;
  }

  final boolean bounded() {
    return bounded;
  }

  final Map<String, String> workers(int number) {
    return workers.apply(number);
  }

  @Nested
  class Steps extends StepContract {
    Steps() {
      super(ModelContract.this);
    }
  }

  @Nested
  class HandOffs extends HandOffContract {
    HandOffs() {
      super(ModelContract.this);
    }
  }

  @Nested
  class Bounds extends AdmissionContract {
    Bounds() {
      super(ModelContract.this);
    }
  }

  @Nested
  class Silence extends SilenceContract {
    Silence() {
      super(ModelContract.this);
    }
  }

  @Nested
  class Lateness extends LatenessContract {
    Lateness() {
      super(ModelContract.this);
    }
  }

  @Nested
  class LateSteps extends SheddingContract {
    LateSteps() {
      super(ModelContract.this);
    }
  }

  @Nested
  class Waiting extends WaitContract {
    Waiting() {
      super(ModelContract.this);
    }
  }

  @Nested
  class Ends extends EndContract {
    Ends() {
      super(ModelContract.this);
    }
  }

  @Nested
  class Patience extends PatienceContract {
    Patience() {
      super(ModelContract.this);
    }
  }

  @Nested
  class Drains extends DrainContract {
    Drains() {
      super(ModelContract.this);
    }
  }

  @Nested
  class DrainedInputs extends DrainedInputContract {
    DrainedInputs() {
      super(ModelContract.this);
    }
  }

  @Nested
  class Switches extends SwitchContract {
    Switches() {
      super(ModelContract.this);
    }
  }
}
