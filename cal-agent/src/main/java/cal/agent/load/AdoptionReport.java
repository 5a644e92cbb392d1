package cal.agent.load;

import cal.agent.adopt.AdoptedSites;
import cal.agent.adopt.ThreadSites;
import cal.agent.adopt.ThreadSites.Site;
import cal.agent.binding.Bindings;
import cal.agent.binding.CallPrefilter;
import cal.agent.binding.Frameworks;
import cal.agent.path.ClassPath;
import cal.weave.support.AspectNames;
import cal.weave.support.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    Map<String, Object> adopted = new LinkedHashMap<>();
    List<Site> taken = new ArrayList<>();
    Set<Site> left = new LinkedHashSet<>();
    for (Map.Entry<String, Scope> one : bindings.scopes().entrySet()) {
      String stage = AspectNames.stage(one.getKey());
      AdoptedSites sites = sites(one.getValue(), types);
      boolean pools = stage.equals(EXECUTORS);
      List<Site> own = pools ? sites.executors() : sites.threads();
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("model", models.getOrDefault(stage, "none"));
      entry.put("taken", texts(own));
      adopted.put(stage, entry);
      taken.addAll(own);
      String why = "not asked for; add " + (pools ? "threads" : EXECUTORS) + ":PATTERN";
      for (Site other : pools ? sites.threads() : sites.executors()) {
        left.add(new Site(other.site(), other.use(), why));
      }
    }
    left.removeIf(site -> taken.stream().anyMatch(site::isSameAs));
    List<Site> untrue = new ArrayList<>();
    for (Site use : ThreadSites.of(classPath.classes(bindings.adopted()::includes).values())) {
      (use.isLeft() ? left : untrue).add(use);
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("adopted", adopted);
    report.put(
        "stood-in-for",
        "a thread object under models other than "
            + AdoptedSites.OWN_THREADS
            + "; the JVM never starts it, and run() is an activity; under sequential all threads"
            + " stay the server's");
    report.put("not-taken", texts(left));
    report.put("not-true-of-threads", texts(untrue));
    return report;
  }

  private AdoptedSites sites(Scope scope, CallPrefilter types) throws IOException {
    AdoptedSites sites = new AdoptedSites(types::isA);
    classPath
        .classes(name -> scope.includes(name) && !Frameworks.hasEventLoops(name))
        .values()
        .forEach(file -> Diagnosis.eachElement(file, sites::look));
    return sites;
  }

  private static List<String> texts(Collection<Site> sites) {
    return sites.stream().map(Site::toString).toList();
  }
}
