package cal.core.contract;

import cal.core.spi.ActivityScheduler;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/**
 * What every concurrency model guarantees. A model's module extends this and names the model:
 *
 * <pre>{@code
 * class ThreadPoolModelTest extends ModelContract {
 *   protected String model() { return "thread-pool"; }
 *   protected boolean bounded() { return true; }
 *   protected Map<String, String> workers(int number) {
 *     return Map.of("cal.thread-pool.size", Integer.toString(number));
 *   }
 * }
 * }</pre>
 *
 * The parts are nested classes, so that a report names the promise that was broken. None of them
 * sleeps: they wait for what must happen, within a deadline.
 */
@Timeout(300)
public abstract class ModelContract {
  /** For sub-classes. */
  protected ModelContract() {}

  /**
   * The model that is tested.
   *
   * @return the value of {@code cal.model}
   */
  protected abstract String model();

  /**
   * Whether an activity may have to wait for another's worker: {@link ActivityScheduler#bounded}.
   *
   * @return false unless a sub-class says otherwise
   */
  protected boolean bounded() {
    return false;
  }

  /**
   * The settings that give each stage so many workers.
   *
   * @param number threads of a pool, loops of a reactor
   * @return full keys and values; none for a model that makes a worker for each activity
   */
  protected Map<String, String> workers(int number) {
    return Map.of();
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
  class Faults extends FaultContract {
    Faults() {
      super(ModelContract.this);
    }
  }

  @Nested
  class StackEnds extends StackEndContract {
    StackEnds() {
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
  class Lives extends LifeContract {
    Lives() {
      super(ModelContract.this);
    }
  }
}
