package cal.weave.binding;

import cal.weave.loop.LoopCut;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.MethodPattern;
import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.aspectj.weaver.patterns.PatternParser;

/** Turns the nodes of a file of bindings into aspects. For a single thread and file. */
final class BindingReader {
  private static final List<String> KEYS =
      List.of("model", "settings", "weave", "stages", "regions");

  private final String file;
  private final Nodes nodes;
  private final List<DeclaredAspect> aspects = new ArrayList<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<String, List<String>> signatures = new LinkedHashMap<>();
  private final Set<String> types = new LinkedHashSet<>();

  BindingReader(String file) {
    this.file = file;
    this.nodes = new Nodes(file);
  }

  BindingFile file(Object node) {
    StageKeys.requireBelow(node, KEYS, nodes);
    Map<String, Object> root = nodes.map("the file", node, KEYS);
    if (root.containsKey("model")) {
      settings.put("cal.model", nodes.text("model", root.get("model")));
    }
    Map<String, Object> set = nodes.map("settings", root.getOrDefault("settings", Map.of()), null);
    set.forEach((key, value) -> settings.put(key, nodes.text("settings." + key, value)));
    Map<String, Object> stages = nodes.map("stages", root.getOrDefault("stages", Map.of()), null);
    stages.forEach(this::stage);
    Map<String, Object> regions =
        nodes.map("regions", root.getOrDefault("regions", Map.of()), null);
    regions.forEach(this::regions);
    types.remove("*");
    if (aspects.isEmpty()) {
      throw nodes.mistake(
          "it declares no stage; write stages: with a name and spawn: or hand-off:");
    }
    List<String> weave =
        root.containsKey("weave") ? nodes.texts("weave", root.get("weave")) : List.of();
    return new BindingFile(aspects, settings, weave, types, signatures);
  }

  private void stage(String name, Object node) {
    StageKeys.requireName(name, nodes);
    String where = "stages." + name;
    Map<String, Object> stage = StageKeys.read(where, node, nodes);
    Map<String, String> pointcuts = new LinkedHashMap<>();
    for (Map.Entry<String, String> capture : DeclaredAspect.POINTCUTS.entrySet()) {
      String key = capture.getKey();
      if (stage.containsKey(key)) {
        pointcuts.put(capture.getValue(), signatures(where + "." + key, stage.get(key), "call"));
      }
    }
    Map<String, String> members = members(where, stage);
    if (stage.containsKey(DeclaredAspect.LOOP)) {
      pointcuts.put("captureOnInvocation", loop(where, stage, members));
    }
    if (pointcuts.isEmpty()) {
      throw nodes.mistake(where + " captures nothing; give it spawn: or hand-off:");
    }
    if (stage.containsKey("target")) {
      String target = " && target(" + type(where + ".target", stage.get("target")) + ")";
      pointcuts.computeIfPresent("captureHandOff", (any, calls) -> "(" + calls + ")" + target);
    }
    if (stage.containsKey("model")) {
      settings.put(
          "cal.stage." + name + ".model", nodes.text(where + ".model", stage.get("model")));
    }
    boolean blocks = nodes.truth(where + ".blocks", stage.getOrDefault("blocks", false));
    String aspect = className(name) + "Activities";
    aspects.add(new DeclaredAspect(aspect, file + ": " + where, pointcuts, blocks, members));
  }

  /** The calls of the procedure that runs a step of the loop. */
  private String loop(String where, Map<String, Object> stage, Map<String, String> members) {
    for (String key : List.of(DeclaredAspect.LOOP, DeclaredAspect.STEP)) {
      String text = nodes.text(where + "." + key, stage.get(key));
      pointcut(where + "." + key, text, "call");
      members.put(key, text);
    }
    return signatures(where + ".loop", LoopCut.stepsOf(members.get(DeclaredAspect.LOOP)), "call");
  }

  private Map<String, String> members(String where, Map<String, Object> stage) {
    Map<String, String> members = new LinkedHashMap<>();
    boolean cuts = stage.containsKey(DeclaredAspect.LOOP);
    for (String key : List.of(DeclaredAspect.AWAITS, DeclaredAspect.LISTENS)) {
      if (stage.containsKey(key)) {
        boolean maybe = cuts && key.equals(DeclaredAspect.AWAITS);
        members.put(key, MemberKeys.member(where + "." + key, stage.get(key), maybe, nodes));
      }
    }
    MemberKeys.method(where, DeclaredAspect.BUSY, "void", stage, members, nodes);
    if (members.containsKey(DeclaredAspect.BUSY)) {
      signatures.put(where + ".busy", List.of("void " + members.get(DeclaredAspect.BUSY)));
    }
    MemberKeys.method(where, DeclaredAspect.PRIORITY, "int", stage, members, nodes);
    if (stage.containsKey(DeclaredAspect.BUFFER)) {
      String place = where + ".buffer";
      String buffer = nodes.text(place, stage.get("buffer"));
      signatures.put(place, List.of(buffer));
      members.put(
          DeclaredAspect.BUFFER,
          buffer.equals(DeclaredAspect.NONE)
              ? buffer
              : MemberKeys.member(place, buffer, cuts, nodes));
      if (buffer.contains(".") && !members.get(DeclaredAspect.AWAITS).contains(".")) {
        throw nodes.mistake(
            place + ": the awaited socket is a variable of the loop; name another, or none");
      }
    }
    if (stage.containsKey(DeclaredAspect.CONTEXT)) {
      members.put(DeclaredAspect.CONTEXT, type(where + ".context", stage.get("context")));
    }
    return members;
  }

  private void regions(String name, Object node) {
    StageKeys.requireName(name, nodes);
    String where = "regions." + name;
    Map<String, Object> entry = RegionKeys.read(where, node, nodes);
    if (entry.containsKey(DeclaredAspect.MONITORS)) {
      monitors(name, where, entry);
      return;
    }
    Map<String, String> pointcuts = new LinkedHashMap<>();
    if (entry.containsKey("methods")) {
      boolean ofClass = RegionKeys.isOfClass(entry);
      signatures.put(where, nodes.texts(where, entry.get("methods")));
      for (String text : signatures.get(where)) {
        boolean needsNone = ofClass || (isStatic(text) && !entry.containsKey(DeclaredAspect.KEY));
        if (isStatic(text) && RegionKeys.isOfObject(entry)) {
          throw nodes.mistake(
              where + ": '" + text + "' has no object; write guard: class, or a static field");
        }
        pointcuts.merge(
            needsNone ? DeclaredAspect.CLASS_REGION : DeclaredAspect.REGION,
            pointcut(where, text, "execution"),
            (one, other) -> one + " || " + other);
      }
    }
    if (entry.containsKey(RegionKeys.READS)) {
      String place = where + "." + RegionKeys.READS;
      String readers = signatures(place, entry.get(RegionKeys.READS), "execution");
      if (RegionKeys.isOfClass(entry)
          || signatures.get(place).stream().anyMatch(BindingReader::isStatic)) {
        throw nodes.mistake(
            place
                + ": regions of a class, and static methods, read nothing alone; name them in"
                + " methods:");
      }
      pointcuts.put(DeclaredAspect.SHARED_REGION, readers);
    }
    aspects.add(
        new DeclaredAspect(
            className(name) + "Synchronization",
            file + ": " + where,
            pointcuts,
            false,
            RegionKeys.members(where, entry, nodes)));
  }

  private static boolean isStatic(String signature) {
    return MethodPattern.imported(signature).filter(MethodPattern::isStatic).isPresent();
  }

  private void monitors(String name, String where, Map<String, Object> entry) {
    List<String> patterns = MonitorKeys.read(where, entry, nodes);
    patterns.forEach(pattern -> types.add(pattern.replace("..", ".")));
    aspects.add(
        new DeclaredAspect(
            className(name) + "Synchronization",
            file + ": " + where,
            Map.of(),
            false,
            Map.of(DeclaredAspect.MONITORS, String.join(DeclaredAspect.AND, patterns))));
  }

  private static String className(String stage) {
    return DeclaredAspect.PACKAGE
        + Pattern.compile("-")
            .splitAsStream(stage)
            .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
            .collect(Collectors.joining());
  }

  private String signatures(String where, Object node, String kind) {
    signatures.put(where, nodes.texts(where, node));
    return signatures.get(where).stream()
        .map(signature -> pointcut(where, signature, kind))
        .collect(Collectors.joining(" || "));
  }

  private String pointcut(String where, String signature, String kind) {
    MethodPattern pattern =
        MethodPattern.imported(signature)
            .orElseThrow(() -> noSignature(where, signature, "is no signature", "", null));
    if (pattern.type().isEmpty()) {
      throw noSignature(where, signature, "names no class", pattern.method(), null);
    }
    if (pattern.method().equals("new") && where.matches(".*\\.(spawn|cancel)")) {
      throw nodes.mistake(
          where
              + ": '"
              + signature
              + "' is a constructor; name the method that does the work here, and a constructor in"
              + " instantiate:");
    }
    String pointcut = kind + "(" + signature + ")";
    try {
      new PatternParser(pointcut).parsePointcut();
    } catch (RuntimeException wrong) {
      throw noSignature(where, signature, "is no signature", "", wrong);
    }
    types.add(pattern.type());
    return pointcut;
  }

  private WeaveException noSignature(
      String where, String text, String what, String method, RuntimeException cause) {
    return new WeaveException(
        file
            + ": "
            + where
            + ": '"
            + text
            + "' "
            + what
            + "; write RESULT TYPE.METHOD(PARAMETERS), such as boolean com.acme.Connection."
            + (method.isEmpty() ? "serve" : method)
            + "()",
        cause);
  }

  private String type(String where, Object node) {
    String name = nodes.text(where, node);
    if (!name.matches("[\\w$.]+")) {
      throw nodes.mistake(where + ": '" + name + "' is no type; write com.acme.Store");
    }
    types.add(name);
    return name;
  }
}
