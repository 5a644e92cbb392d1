package cal.weave.calls;

import cal.weave.support.MethodPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The stages with a binding or file about awaited input, and the methods spawned by each. Not
 * thread-safe.
 */
public final class AwaitingStages {
  /**
   * A stage.
   *
   * @param name the stage's
   * @param binding the internal name of its aspect; null for a stage of a file
   * @param unasked whether a file excludes input in any buffer
   * @param spawned patterns of the spawned calls; null if unknown
   */
  public record Awaiting(
      String name, String binding, boolean unasked, List<MethodPattern> spawned) {}

  private static final String NONE = "none";

  private final List<Awaiting> stages = new ArrayList<>();

  /** Adds the stages of a weaver's record. */
  public void addRecord(List<String> record) {
    Map<String, List<String[]>> bindings = new LinkedHashMap<>();
    List<String[]> lines = new ArrayList<>();
    for (String line : record) {
      String[] words = line.strip().split(" ", 3);
      if (words[0].equals("binding") || words[0].equals("regions")) {
        lines = new ArrayList<>();
        if (words[0].equals("binding")) {
          bindings.put(words[1], lines);
        }
      }
      lines.add(words);
    }
    bindings.forEach((name, all) -> add(all.getFirst()[2], name.replace('.', '/'), all));
  }

  private void add(String stage, String binding, List<String[]> lines) {
    boolean unasked =
        lines.stream().anyMatch(words -> words[0].equals("awaits") && words[2].equals(NONE));
    List<MethodPattern> spawned =
        lines.stream()
            .filter(words -> words[0].matches("spawn|cancel"))
            .map(words -> MethodPattern.inFull(words[2]))
            .toList();
    stages.add(new Awaiting(stage, binding, unasked, spawned));
  }

  /**
   * Adds the stages of a file of bindings.
   *
   * @param texts by their place, such as {@code stages.connection.buffer}
   */
  public void addFile(Map<String, List<String>> texts) {
    texts.forEach(
        (place, words) -> {
          if (place.endsWith(".buffer")) {
            String stage = place.replaceFirst("\\.buffer$", "");
            List<MethodPattern> spawned =
                Stream.of(".spawn", ".cancel", ".loop")
                    .flatMap(key -> texts.getOrDefault(stage + key, List.of()).stream())
                    .map(MethodPattern::inFull)
                    .toList();
            String name = stage.substring(stage.indexOf('.') + 1);
            stages.add(new Awaiting(name, null, words.contains(NONE), spawned));
          }
        });
  }

  public List<Awaiting> all() {
    return stages;
  }
}
