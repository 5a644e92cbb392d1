package cal.weave.verify;

import cal.weave.binding.BindingFile;
import cal.weave.calls.Methods;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.AspectNames;
import cal.weave.support.MethodPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Which stage a captured method belongs to, and which guard a region. Not thread-safe. */
final class Bindings {
  private static final String CLASS = "class";

  /** The way of a capture. */
  private enum Kind {
    SPAWN,
    HAND_OFF,
    REGION
  }

  /**
   * A captured signature.
   *
   * @param name the stage's, or the guard's of regions: {@code class}, a field, or null for the
   *     object
   */
  private record Entry(Kind kind, String name, MethodPattern pattern) {}

  private final Program program;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Boolean> stages = new LinkedHashMap<>();
  private final TreeSet<String> blocking = new TreeSet<>();
  private final Map<MethodName, Optional<String>> guards = new HashMap<>();

  Bindings(Program program) {
    this.program = program;
  }

  /** Adds a weaver's record. */
  void addRecord(List<String> record) {
    String name = "";
    String guard = null;
    boolean monitors = false;
    for (String line : record) {
      String[] words = line.strip().split(" ", 3);
      switch (words[0]) {
        case "binding" -> {
          name = words[2];
          if (declares(words[1], "blocks", "()Z")) {
            blocking.add(name);
          }
        }
        case "regions" -> {
          monitors = false;
          guard =
              declares(words[1], "guard", "(Ljava/lang/Object;)Ljava/lang/Object;")
                  ? "the guard of " + AspectNames.regions(words[1])
                  : null;
        }
        case "monitors" -> monitors = true;
        case "spawn", "cancel" -> add(Kind.SPAWN, name, words[2]);
        case "handoff" -> add(Kind.HAND_OFF, name, words[2]);
        case "region", "class-region" -> {
          if (!monitors || !words[1].contains(":")) {
            String pattern = "* " + words[1].replaceFirst("\\(.*", "(..)");
            add(Kind.REGION, words[0].equals("region") ? guard : CLASS, pattern);
          }
        }
        default -> {}
      }
    }
  }

  private boolean declares(String type, String method, String descriptor) {
    return program.declared(new MethodName(type.replace('.', '/'), method, descriptor)) != null;
  }

  /** Adds the declarations of a file. */
  void addFile(BindingFile file) {
    Map<String, DeclaredAspect> aspects = new HashMap<>();
    for (DeclaredAspect one : file.aspects()) {
      String place = one.place().substring(one.place().lastIndexOf(' ') + 1);
      aspects.put(place, one);
      if (one.blocks()) {
        blocking.add(place.substring(place.indexOf('.') + 1));
      }
    }
    file.signatures()
        .forEach(
            (place, texts) -> {
              String[] parts = place.split("\\.");
              if (parts[0].equals("regions")) {
                String guard = guard(aspects.get(place));
                texts.forEach(text -> add(Kind.REGION, guard, text));
              } else if (List.of("spawn", "cancel", "loop").contains(parts[2])) {
                texts.forEach(text -> add(Kind.SPAWN, parts[1], text));
              } else if (parts[2].equals("hand-off")) {
                texts.forEach(text -> add(Kind.HAND_OFF, parts[1], text));
              }
            });
  }

  private static String guard(DeclaredAspect one) {
    return one.pointcuts().containsKey(DeclaredAspect.REGION)
        ? one.members().get(DeclaredAspect.GUARD)
        : one.members().getOrDefault(DeclaredAspect.GUARD, CLASS);
  }

  private void add(Kind kind, String name, String pattern) {
    if (kind != Kind.REGION) {
      stages.merge(name, kind == Kind.SPAWN, Boolean::logicalOr);
    }
    entries.add(new Entry(kind, name, MethodPattern.inFull(pattern)));
  }

  /** Whether a class was given. */
  boolean isGiven(String type) {
    return program.has(type);
  }

  /** The limits of each stage. */
  Map<String, StageLimits> limits(Map<String, String> settings) {
    StageLimits.requireStages(settings.keySet(), stages.keySet());
    Map<String, StageLimits> limits = new LinkedHashMap<>();
    stages.forEach(
        (name, spawns) ->
            limits.put(name, StageLimits.of(name, settings, spawns, blocking.contains(name))));
    return limits;
  }

  /** The stage of a spawned or handed-off method, or null. */
  String stage(boolean spawned, MethodName name) {
    Kind kind = spawned ? Kind.SPAWN : Kind.HAND_OFF;
    return entries.stream()
        .filter(each -> each.kind == kind && Methods.areMeant(each.pattern, program, name))
        .map(Entry::name)
        .findFirst()
        .orElse(null);
  }

  /** The guard of a region, by its class or field; null for no region. */
  String guard(Procedure procedure) {
    return guards
        .computeIfAbsent(
            procedure.name(),
            name ->
                entries.stream()
                    .filter(each -> each.kind == Kind.REGION && !procedure.isInitializer())
                    .filter(each -> Methods.areMeant(each.pattern, program, name))
                    .findFirst()
                    .map(each -> guard(each, procedure)))
        .orElse(null);
  }

  private String guard(Entry entry, Procedure procedure) {
    if (entry.name != null && !entry.name.equals(CLASS)) {
      return entry.name;
    }
    boolean ofClass = entry.name != null || procedure.isStatic();
    return (ofClass ? "class " : "") + (ofClass ? text(procedure.owner()) : family(procedure));
  }

  /** The topmost class with a region: an object has a single guard. */
  private String family(Procedure procedure) {
    String top = procedure.owner();
    for (String above : program.supertypes(procedure.owner())) {
      boolean regions =
          program.procedures().stream()
              .filter(each -> each.owner().equals(above) && !each.isStatic())
              .anyMatch(
                  each ->
                      entries.stream()
                          .anyMatch(
                              entry ->
                                  entry.kind == Kind.REGION
                                      && entry.name == null
                                      && Methods.areMeant(entry.pattern, program, each.name())));
      top = regions ? above : top;
    }
    return text(top);
  }

  /** A type, as in the source. */
  static String text(String type) {
    return type.replace('/', '.').replace('$', '.');
  }
}
