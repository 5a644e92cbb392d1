package cal.agent.load;

import cal.agent.adopt.AdoptedSites;
import cal.agent.adopt.ThreadSites;
import cal.agent.binding.Bindings;
import cal.agent.binding.CallPrefilter;
import cal.agent.binding.Frameworks;
import cal.agent.path.ClassPath;
import cal.weave.support.AspectNames;
import cal.weave.support.Scope;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The places that {@code run --adopt} would take over, and the others: places that make threads and
 * executors. Immutable.
 */
record AdoptionReport(Bindings bindings, ClassPath classPath) {
  private static final String EXECUTORS = "executors";

  /**
   * The report.
   *
   * @param models {@code model (origin)} by stage
   */
  Map<String, Object> report(Map<String, String> models, ClassLoader loader) throws IOException {
    CallPrefilter types = new CallPrefilter(loader);
    Map<String, Object> taken = new LinkedHashMap<>();
    Set<String> left = new LinkedHashSet<>();
    for (Map.Entry<String, Scope> one : bindings.scopes().entrySet()) {
      String stage = AspectNames.stage(one.getKey());
      Map<String, byte[]> classes =
          classPath.classes(
              name -> one.getValue().includes(name) && !Frameworks.hasEventLoops(name));
      AdoptedSites sites = AdoptedSites.of(classes.values(), types::isA);
      boolean pools = stage.equals(EXECUTORS);
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("model", models.getOrDefault(stage, "none"));
      entry.put("taken", pools ? sites.executors() : sites.threads());
      taken.put(stage, entry);
      for (String other : pools ? sites.threads() : sites.executors()) {
        String kind = pools ? "threads" : EXECUTORS;
        left.add(other.replaceFirst(": .*", ": not asked for; add " + kind + ":PATTERN"));
      }
    }
    taken.values().forEach(one -> left.removeIf(site -> isTaken(one, site)));
    left.addAll(sites(ThreadSites.Site::isLeft));
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("adopted", taken);
    report.put(
        "stood-in-for",
        "a thread object under models other than "
            + AdoptedSites.OWN_THREADS
            + "; the JVM never starts it, and run() is an activity; under sequential all threads"
            + " stay the server's");
    report.put("not-taken", List.copyOf(left));
    report.put("not-true-of-threads", sites(site -> !site.isLeft()));
    return report;
  }

  /** Whether another kind takes the place. */
  private static boolean isTaken(Object entry, String site) {
    return ((List<?>) ((Map<?, ?>) entry).get("taken"))
        .stream().anyMatch(one -> one.toString().startsWith(site.replaceFirst(": .*", ":")));
  }

  private List<String> sites(Predicate<ThreadSites.Site> which) throws IOException {
    return ThreadSites.of(classPath.classes(bindings.adopted()::includes).values()).stream()
        .filter(which)
        .map(ThreadSites.Site::toString)
        .toList();
  }
}
