package cal.weave.binding;

import cal.weave.record.DeclaredAspect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The keys of a stage, and which of them stand together. Stateless. */
final class StageKeys {
  private static final List<String> KEYS =
      List.of(
          "spawn",
          "hand-off",
          "instantiate",
          "cancel",
          DeclaredAspect.LOOP,
          DeclaredAspect.STEP,
          "target",
          "blocks",
          "model",
          DeclaredAspect.AWAITS,
          DeclaredAspect.BUFFER,
          DeclaredAspect.LISTENS,
          DeclaredAspect.BUSY,
          DeclaredAspect.PRIORITY,
          DeclaredAspect.CONTEXT);

  /** A key that stands beside one of others, and the complaint without. */
  private record Need(String key, List<String> beside, String complaint) {}

  private static final List<String> STARTS = List.of("spawn", "instantiate", DeclaredAspect.LOOP);
  private static final String SPAWNS = " is for a stage that spawns; write spawn: beside it";

  private static final List<Need> NEEDS =
      List.of(
          // The rules of spawned calls are told by their text.
          new Need("target", List.of("hand-off"), " narrows a hand-off; write hand-off: beside it"),
          new Need(
              "instantiate",
              List.of("cancel"),
              " makes objects whose activity nothing starts; write cancel: beside it, the procedure"
                  + " that the server calls"),
          new Need(
              "cancel",
              List.of("instantiate"),
              " starts objects of the stage; write instantiate: beside it, their constructor"),
          new Need(
              DeclaredAspect.LOOP,
              List.of(DeclaredAspect.STEP),
              " does not say where its steps begin; write step: beside it, the first call of each"
                  + " turn"),
          new Need(
              DeclaredAspect.STEP,
              List.of(DeclaredAspect.LOOP),
              " is a call in a loop; write loop: beside it, the method that has the loop"),
          new Need(DeclaredAspect.CONTEXT, STARTS, SPAWNS),
          new Need(DeclaredAspect.LISTENS, STARTS, SPAWNS),
          new Need(DeclaredAspect.AWAITS, STARTS, SPAWNS),
          new Need(
              DeclaredAspect.BUSY,
              List.of(DeclaredAspect.AWAITS),
              " refuses requests that have waited; write awaits: and buffer: beside it, the socket"
                  + " they come from"),
          new Need(
              DeclaredAspect.PRIORITY,
              List.of(DeclaredAspect.BUSY),
              " ranks what is refused; write busy: beside it, the refusal"),
          new Need(
              DeclaredAspect.BUFFER,
              List.of(DeclaredAspect.AWAITS),
              " is for a stage that awaits input; write awaits: beside it, the socket"),
          new Need(
              DeclaredAspect.AWAITS,
              List.of(DeclaredAspect.BUFFER),
              " says nothing of input that is left: write buffer: beside it, with the stream,"
                  + " reader or number that tells, or buffer: none if a step reads all that has"
                  + " come"));

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*");

  private StageKeys() {}

  /** A stage that is indented too little stands beside {@code stages:}. */
  static void requireBelow(Object file, List<String> keys, Nodes nodes) {
    if (file instanceof Map<?, ?> root) {
      root.forEach(
          (key, value) -> {
            if (!keys.contains(String.valueOf(key))
                && value instanceof Map<?, ?> entry
                && entry.keySet().stream().anyMatch(KEYS::contains)) {
              throw nodes.mistake("'" + key + "' is a stage; indent it and its keys below stages:");
            }
          });
    }
  }

  /** The name of a stage or of regions. */
  static void requireName(String name, Nodes nodes) {
    if (!NAME.matcher(name).matches()) {
      String right =
          name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", "-").toLowerCase(Locale.ROOT);
      throw nodes.mistake(
          "'"
              + name
              + "' is no name of a stage; write small letters, digits and hyphens"
              + (NAME.matcher(right).matches() ? ", such as " + right : ""));
    }
  }

  /** The entry of a stage, whose keys go together. */
  static Map<String, Object> read(String where, Object node, Nodes nodes) {
    Map<String, Object> stage = nodes.map(where, node, KEYS);
    for (Need need : NEEDS) {
      if (stage.containsKey(need.key) && need.beside.stream().noneMatch(stage::containsKey)) {
        throw nodes.mistake(where + "." + need.key + need.complaint);
      }
    }
    if (stage.containsKey(DeclaredAspect.LOOP)
        && (stage.containsKey("spawn") || stage.containsKey("instantiate"))) {
      throw nodes.mistake(where + ".loop is spawned by itself; leave the other capture out");
    }
    if (stage.containsKey(DeclaredAspect.LOOP) && stage.containsKey(DeclaredAspect.BUSY)) {
      throw nodes.mistake(where + ".busy stands in place of a call; a turn of a loop is none");
    }
    return stage;
  }
}
