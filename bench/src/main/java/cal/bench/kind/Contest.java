package cal.bench.kind;

import cal.bench.server.NamedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A baseline, the servers that are measured beside it, and the cases in which they are. Immutable.
 *
 * @param missing sentences about servers that this machine does not have
 */
record Contest(
    NamedServer baseline,
    List<NamedServer> others,
    List<Map<String, String>> cases,
    List<String> missing) {
  /** The label that says which one a case is of, where there are several. */
  static final String LABEL = "contest";

  /**
   * The servers beside the baseline that are measured together, where that many have a seat. In the
   * first group the baseline has two of them.
   */
  List<List<NamedServer>> groups(int seats) {
    List<List<NamedServer>> groups = new ArrayList<>();
    int from = 0;
    while (from < others.size()) {
      int to = Math.min(others.size(), from + seats - (groups.isEmpty() ? 2 : 1));
      groups.add(others.subList(from, to));
      from = to;
    }
    return groups;
  }
}
