package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.faults.SeamLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Faults in regions: a thread that is thrown at on its way in, inside, or out leaves the guard free
 * for the others. Each kind of fault at each seam that is passed, in a copy of CAL that knows its
 * seams.
 */
abstract class RegionFaultContract {
  private final SynchronizationContract contract;

  RegionFaultContract(SynchronizationContract contract) {
    this.contract = contract;
  }

  @Test
  void shouldLeaveTheGuardFreeWhateverIsThrownWhere() throws Exception {
    Class<?> rounds = new SeamLoader().loadClass(RegionFaultRounds.class.getName());
    List<?> found =
        (List<?>) rounds.getMethod("run", String.class).invoke(null, contract.getClass().getName());
    System.out.println(contract.policy() + ": " + found.getLast());
    assertThat(found.subList(0, found.size() - 1)).isEmpty();
  }
}
