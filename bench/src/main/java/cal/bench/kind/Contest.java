package cal.bench.kind;

import cal.bench.server.NamedServer;
import cal.bench.server.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A baseline, the servers that are measured beside it, and the cases in which they are. Immutable.
 *
 * @param load the same in all cases
 * @param loops how many event loops, where a server has a number of them
 */
record Contest(
    NamedServer baseline,
    List<NamedServer> others,
    List<Map<String, String>> cases,
    ContestLoad load,
    int loops) {
  /** The label that says which one a case is of, where there are several. */
  static final String LABEL = "contest";

  /**
   * Of the servers that a file names.
   *
   * @param smoke whether the first case is enough, with one server beside the baseline
   */
  static Contest of(
      NamedServer baseline,
      List<NamedServer> named,
      List<Map<String, String>> cases,
      ContestLoad load,
      int loops,
      boolean smoke) {
    List<NamedServer> others = named.stream().filter(server -> !server.equals(baseline)).toList();
    return new Contest(
        baseline,
        smoke ? others.subList(0, 1) : others,
        smoke ? cases.subList(0, 1) : cases,
        load,
        loops);
  }

  /** Why its servers cannot be compared here: none is left out, and no other takes its place. */
  Optional<String> missing() {
    return servers()
        .flatMap(server -> server.missing().stream().map(why -> "no " + server.name() + ": " + why))
        .findFirst();
  }

  private Stream<NamedServer> servers() {
    return Stream.concat(Stream.of(baseline), others.stream());
  }

  boolean hasTheServersOf(Contest other) {
    return baseline.equals(other.baseline) && others.equals(other.others);
  }

  /** The service of each case. */
  Stream<String> services() {
    return cases.stream().map(labels -> labels.get(GridPlan.SERVICE));
  }

  /** Whether the upload sample has all services. */
  boolean isOfUploads() {
    return services()
        .noneMatch(one -> Services.isOrb(one) || Services.isWeb(one) || Services.isAdopted(one));
  }

  /** How its servers are configured, in Markdown; empty where their names say it. */
  String configurations() {
    return servers()
        .flatMap(server -> server.configuration().stream())
        .distinct()
        .map(text -> "\n\n" + text)
        .collect(Collectors.joining());
  }

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
