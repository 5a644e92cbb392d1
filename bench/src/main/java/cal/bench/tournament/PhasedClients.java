package cal.bench.tournament;

import cal.cli.load.Clients;
import cal.cli.load.result.LoadResult;
import java.util.List;
import java.util.Map;

/**
 * Clients whose slot has several phases: {@link #slot} returns the result of the one that counts.
 */
public interface PhasedClients extends Clients {
  /** Figures of the last slot, beside those of its result or in their place. */
  Map<String, Double> figures();

  /** The results of the phases that do not count. */
  List<LoadResult> others();

  /** Context switches of the machine in the phase that counts; null if unknown. */
  Long switches();
}
