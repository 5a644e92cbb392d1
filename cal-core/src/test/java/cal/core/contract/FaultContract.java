package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.faults.SeamLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

/**
 * Faults: whatever is thrown wherever on its path, an activity ends once, and the next one runs.
 * Each kind of fault at each seam that is passed, in a copy of CAL that knows its seams.
 */
abstract class FaultContract {
  private final ModelContract contract;

  FaultContract(ModelContract contract) {
    this.contract = contract;
  }

  @Test
  void shouldEndOnceWhateverIsThrownWhere() throws Exception {
    Map<String, String> properties = new HashMap<>(contract.workers(2));
    properties.put("cal.model", contract.model());
    Class<?> rounds = new SeamLoader().loadClass(FaultRounds.class.getName());
    Logger log = Logger.getLogger("cal");
    Level level = log.getLevel();
    log.setLevel(Level.OFF);
    try (Recording recording = new Recording()) {
      recording.enable("cal.ActivityFailed");
      recording.enable("cal.ActivityStep").withoutThreshold();
      recording.enable("cal.Rejected");
      recording.start();
      List<?> found = (List<?>) rounds.getMethod("run", Map.class).invoke(null, properties);
      System.out.println(contract.model() + ": " + found.getLast());
      assertThat(found.subList(0, found.size() - 1)).isEmpty();
    } finally {
      log.setLevel(level);
    }
  }
}
