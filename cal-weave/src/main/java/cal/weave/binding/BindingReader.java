package cal.weave.binding;

import cal.weave.record.AwaitedInput;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.MethodPattern;
import cal.weave.support.Nearest;
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
  private static final Pattern STAGE = Pattern.compile("[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*");

  /** {@code com.acme.Connection.session().in}. */
  private static final Pattern MEMBER =
      Pattern.compile("(?:[\\w$]+\\.)+[\\w$]+(?:\\(\\))?(?:\\.[\\w$]+(?:\\(\\))?)*");

  /** The complaint about a stage that awaits input and lacks a key. */
  private static final Map<String, String> NEEDED =
      Map.of(
          "spawn",
          ".awaits is for a stage that spawns; write spawn: beside it",
          "awaits",
          ".buffer is for a stage that awaits input; write awaits: beside it, the socket",
          "buffer",
          ".awaits says nothing of input that is left: write buffer: beside it, with the stream,"
              + " reader or number that tells, or buffer: none if a step reads all that has come");

  private final String file;
  private final List<DeclaredAspect> aspects = new ArrayList<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<String, List<String>> signatures = new LinkedHashMap<>();
  private final Set<String> types = new LinkedHashSet<>();

  BindingReader(String file) {
    this.file = file;
  }

  BindingFile file(Object node) {
    Map<String, Object> root =
        map("the file", node, List.of("model", "settings", "weave", "stages", "regions"));
    if (root.containsKey("model")) {
      settings.put("cal.model", text("model", root.get("model")));
    }
    Map<String, Object> set = map("settings", root.getOrDefault("settings", Map.of()), null);
    set.forEach((key, value) -> settings.put(key, text("settings." + key, value)));
    Map<String, Object> stages = map("stages", root.getOrDefault("stages", Map.of()), null);
    stages.forEach(this::stage);
    Map<String, Object> regions = map("regions", root.getOrDefault("regions", Map.of()), null);
    regions.forEach(this::regions);
    if (aspects.isEmpty()) {
      throw mistake("it declares no stage; write stages: with a name and spawn: or hand-off:");
    }
    List<String> weave = root.containsKey("weave") ? texts("weave", root.get("weave")) : List.of();
    return new BindingFile(aspects, settings, weave, types, signatures);
  }

  private void stage(String name, Object node) {
    requireName(name);
    String where = "stages." + name;
    Map<String, Object> stage =
        map(
            where,
            node,
            List.of(
                "spawn", "hand-off", "target", "blocks", "model", "awaits", "buffer", "listens"));
    String target = "";
    if (stage.containsKey("target")) {
      target = " && target(" + type(where + ".target", stage.get("target")) + ")";
      if (!stage.containsKey("hand-off")) { // the rules of spawned calls are told by their text
        throw mistake(where + ".target narrows a hand-off; write hand-off: beside it");
      }
    }
    Map<String, String> pointcuts = new LinkedHashMap<>();
    add(pointcuts, "captureOnInvocation", where + ".spawn", stage.get("spawn"), "");
    add(pointcuts, "captureHandOff", where + ".hand-off", stage.get("hand-off"), target);
    if (pointcuts.isEmpty()) {
      throw mistake(where + " captures nothing; give it spawn: or hand-off:");
    }
    if (stage.containsKey("model")) {
      settings.put("cal.stage." + name + ".model", text(where + ".model", stage.get("model")));
    }
    boolean blocks = truth(where + ".blocks", stage.getOrDefault("blocks", false));
    aspects.add(
        new DeclaredAspect(
            className(name) + "Activities",
            file + ": " + where,
            pointcuts,
            blocks,
            awaited(where, stage),
            listens(where, stage)));
  }

  private String listens(String where, Map<String, Object> stage) {
    if (!stage.containsKey("listens")) {
      return null;
    }
    if (!stage.containsKey("spawn")) {
      throw mistake(where + ".listens is for a stage that spawns; write spawn: beside it");
    }
    return member(where + ".listens", stage.get("listens"));
  }

  /** Both or none: only the buffer shows its remaining input. */
  private AwaitedInput awaited(String where, Map<String, Object> stage) {
    if (!stage.containsKey("awaits") && !stage.containsKey("buffer")) {
      return null;
    }
    for (String needed : List.of("spawn", "awaits", "buffer")) {
      if (!stage.containsKey(needed)) {
        throw mistake(where + NEEDED.get(needed));
      }
    }
    String buffer = text(where + ".buffer", stage.get("buffer"));
    signatures.put(where + ".buffer", List.of(buffer));
    return new AwaitedInput(
        member(where + ".awaits", stage.get("awaits")),
        buffer.equals(AwaitedInput.NONE) ? buffer : member(where + ".buffer", buffer));
  }

  private String member(String where, Object node) {
    String text = text(where, node);
    if (!MEMBER.matcher(text).matches()) {
      throw mistake(
          where
              + ": '"
              + text
              + "' is no member; write TYPE.FIELD or TYPE.METHOD(), such as"
              + " com.acme.Connection.socket");
    }
    return text;
  }

  private void add(
      Map<String, String> pointcuts, String pointcut, String where, Object node, String target) {
    if (node != null) {
      String calls = signatures(where, node, "call");
      pointcuts.put(pointcut, target.isEmpty() ? calls : "(" + calls + ")" + target);
    }
  }

  private void regions(String name, Object node) {
    requireName(name);
    String executions = signatures("regions." + name, node, "execution");
    aspects.add(
        new DeclaredAspect(
            className(name) + "Synchronization",
            file + ": regions." + name,
            Map.of(DeclaredAspect.REGION, executions),
            false,
            null,
            null));
  }

  private void requireName(String name) {
    if (!STAGE.matcher(name).matches()) {
      throw mistake(
          "'" + name + "' is no name of a stage; write small letters, digits and hyphens");
    }
  }

  private static String className(String stage) {
    return DeclaredAspect.PACKAGE
        + Pattern.compile("-")
            .splitAsStream(stage)
            .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
            .collect(Collectors.joining());
  }

  private String signatures(String where, Object node, String kind) {
    signatures.put(where, texts(where, node));
    return signatures.get(where).stream()
        .map(signature -> pointcut(where, signature, kind))
        .collect(Collectors.joining(" || "));
  }

  private String pointcut(String where, String signature, String kind) {
    MethodPattern pattern =
        MethodPattern.imported(signature)
            .filter(each -> !each.type().isEmpty())
            .orElseThrow(() -> noSignature(where, signature, null));
    if (where.endsWith(".spawn") && pattern.method().equals("new")) {
      throw mistake(
          where + ": '" + signature + "' is a constructor; spawn the method that does the work");
    }
    String pointcut = kind + "(" + signature + ")";
    try {
      new PatternParser(pointcut).parsePointcut();
    } catch (RuntimeException wrong) {
      throw noSignature(where, signature, wrong);
    }
    types.add(pattern.type());
    return pointcut;
  }

  private WeaveException noSignature(String where, String text, RuntimeException cause) {
    return new WeaveException(
        file
            + ": "
            + where
            + ": '"
            + text
            + "' is no signature; write RESULT TYPE.METHOD(PARAMETERS), such as boolean"
            + " com.acme.Connection.serve()",
        cause);
  }

  private String type(String where, Object node) {
    String name = text(where, node);
    if (!name.matches("[\\w$.]+")) {
      throw mistake(where + ": '" + name + "' is no type; write com.acme.Store");
    }
    types.add(name);
    return name;
  }

  private Map<String, Object> map(String where, Object node, List<String> known) {
    if (!(node instanceof Map<?, ?> given)) {
      throw mistake(
          where + " is " + kind(node) + " where a mapping of names is wanted, such as stages:");
    }
    Map<String, Object> map = new LinkedHashMap<>();
    given.forEach((key, value) -> map.put(String.valueOf(key), value));
    if (known != null) {
      for (String key : map.keySet()) {
        if (!known.contains(key)) {
          throw mistake(
              where + " has no " + key + "; did you mean " + Nearest.to(key, known) + "?");
        }
      }
    }
    return map;
  }

  private List<String> texts(String where, Object node) {
    if (node instanceof List<?> list) {
      if (list.isEmpty()) {
        throw mistake(where + " is an empty list; write what it captures, or leave it out");
      }
      return list.stream().map(each -> text(where, each)).toList();
    }
    return List.of(text(where, node));
  }

  private String text(String where, Object node) {
    if (node == null || node instanceof Map || node instanceof List) {
      throw mistake(where + " is " + kind(node) + " where a word is wanted");
    }
    String text = node.toString().strip();
    if (text.isEmpty() || text.lines().count() != 1) {
      throw mistake(where + " has no value, or one of several lines; write it in one line");
    }
    return text;
  }

  private boolean truth(String where, Object node) {
    if (node instanceof Boolean truth) {
      return truth;
    }
    throw mistake(where + " is " + kind(node) + " where true or false is wanted");
  }

  private static String kind(Object node) {
    return switch (node) {
      case null -> "empty";
      case Map<?, ?> map -> "a mapping";
      case List<?> list -> "a list";
      default -> "'" + BindingFile.oneLine(node.toString()) + "'";
    };
  }

  private WeaveException mistake(String sentence) {
    return new WeaveException(BindingFile.oneLine(file + ": " + sentence));
  }
}
