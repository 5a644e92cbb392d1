package cal.agent.binding;

import cal.agent.path.ClassPath;
import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The kinds of threads of a server that CAL takes over, {@code KIND:PATTERN,PATTERN...}: an aspect
 * of that kind for the classes that the patterns mean. Immutable.
 *
 * @param aspects what the agent makes concrete
 * @param scopes the classes in which they take over, by the name of the aspect
 */
public record AdoptionRequest(List<ConcreteAspect> aspects, Map<String, Scope> scopes) {
  private static final Map<String, String> KINDS =
      Map.of(
          "threads", "cal.agent.adopt.AdoptedThreads",
          "workers", "cal.agent.adopt.AdoptedWorkers",
          "executors", "cal.agent.adopt.AdoptedExecutors");

  private static final Pattern ASSIGNED =
      Pattern.compile("(threads|workers|executors)\\s*=\\s*(.*)");

  /** A comma before another kind, where a semicolon is meant. */
  private static final Pattern NEXT_KIND = Pattern.compile("\\s*,\\s*(?=[a-z]+:)");

  /**
   * Reads what is to be adopted.
   *
   * @throws ConfigurationException if a kind is unknown or not in the agent's jar, or a pattern
   *     means no class
   */
  public static AdoptionRequest of(List<String> requests, ClassPath classPath) throws IOException {
    Map<String, Set<String>> byKind = new LinkedHashMap<>();
    requests.forEach(AdoptionRequest::requireKindAndPattern);
    Set<String> names = null;
    for (String written : requests) {
      String request = Frameworks.resolve(written);
      int colon = request.indexOf(':');
      String kind = request.substring(0, colon);
      if (!KINDS.containsKey(kind)) {
        throw mistake(
            request,
            "there is no kind "
                + kind
                + "; did you mean "
                + Nearest.to(kind, KINDS.keySet())
                + "?");
      }
      List<String> patterns =
          Arrays.stream(request.substring(colon + 1).split(",")).map(String::strip).toList();
      String origin = "cal.adopt=" + written;
      Scope scope = Scope.of(patterns, origin);
      names = names == null ? classPath.allNames() : names; // read once, for a right pattern alone
      scope.requireMatches(names, origin);
      byKind.computeIfAbsent(kind, k -> new LinkedHashSet<>()).addAll(patterns);
    }
    List<ConcreteAspect> aspects = new ArrayList<>();
    Map<String, Scope> scopes = new LinkedHashMap<>();
    for (Map.Entry<String, Set<String>> kind : byKind.entrySet()) {
      Scope scope = Scope.of(kind.getValue(), "cal.adopt");
      requireSite(kind.getKey(), scope, classPath);
      aspects.add(aspect(kind.getKey(), scope));
      scopes.put(aspects.getLast().name(), scope);
    }
    return new AdoptionRequest(aspects, scopes);
  }

  private static void requireKindAndPattern(String request) {
    if (KINDS.containsKey(request) || request.endsWith(":")) {
      throw mistake(request, "write KIND:PATTERN, such as threads:com.acme..*");
    }
    Matcher assigned = ASSIGNED.matcher(request);
    if (assigned.matches()) {
      throw mistake(request, "write " + assigned.group(1) + ":" + assigned.group(2));
    }
    if (request.indexOf(':') != request.lastIndexOf(':')) {
      throw mistake(
          request,
          "each kind stands alone; write "
              + NEXT_KIND.matcher(request).replaceAll(";")
              + ", or --adopt once for each");
    }
  }

  /** Nothing would say later that nothing was taken over. */
  private static void requireSite(String kind, Scope scope, ClassPath classPath)
      throws IOException {
    if (!hasSite(kind, scope, classPath)) {
      if (classPath.allNames().stream()
          .filter(scope::includes)
          .anyMatch(Frameworks::hasEventLoops)) {
        throw mistake(
            kind + ":" + String.join(",", scope.patterns()),
            "threads of Netty and Vert.x are event loops, or known there by their class, and are"
                + " never adopted; adopt the executors of your own classes, executors:com.acme..*");
      }
      List<String> others = new ArrayList<>();
      for (String other : List.of("executors", "threads")) {
        if (!kindOfSites(kind).equals(other) && hasSite(other, scope, classPath)) {
          others.add(other);
        }
      }
      throw mistake(
          kind + ":" + String.join(",", scope.patterns()),
          "no class there makes "
              + kindOfSites(kind)
              + ", so nothing would be adopted; "
              + (others.isEmpty()
                  ? "name the classes that do"
                  : "they make " + others.getFirst() + ", so write " + others.getFirst() + ":"));
    }
  }

  private static boolean hasSite(String kind, Scope scope, ClassPath classPath) throws IOException {
    CallPrefilter calls =
        kindOfSites(kind).equals("executors")
            ? CallPrefilter.ofExecutors(ClassLoader.getSystemClassLoader())
            : CallPrefilter.ofThreads(ClassLoader.getSystemClassLoader());
    return classPath.anyClass(
        name -> scope.includes(name) && !Frameworks.hasEventLoops(name), calls::any);
  }

  private static String kindOfSites(String kind) {
    return kind.equals("workers") ? "threads" : kind;
  }

  private static ConcreteAspect aspect(String kind, Scope scope) {
    String parent = KINDS.get(kind);
    if (AdoptionRequest.class.getResource("/" + parent.replace('.', '/') + ".class") == null) {
      throw new ConfigurationException(
          "adopting " + kind + " (cal.adopt) needs " + parent + ", which is not in this cal.jar");
    }
    String name = DeclaredAspect.PACKAGE + parent.substring(parent.lastIndexOf('.') + 1);
    return new ConcreteAspect(name, parent, Map.of("scope", within(scope)), null);
  }

  private static String within(Scope scope) {
    String included =
        scope.patterns().stream()
            .filter(pattern -> !pattern.startsWith("!"))
            .map(pattern -> "within(" + pattern + ")")
            .collect(Collectors.joining(" || "));
    return scope.patterns().stream()
        .filter(pattern -> pattern.startsWith("!"))
        .map(pattern -> " && !within(" + pattern.substring(1) + ")")
        .collect(Collectors.joining("", "(" + included + ")", ""));
  }

  private static ConfigurationException mistake(String request, String remedy) {
    return new ConfigurationException("cal.adopt=" + request + " is not allowed: " + remedy);
  }
}
