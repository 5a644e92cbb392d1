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
  void addRecord(List<RecordLine> record) {
    Map<RecordLine, List<RecordLine>> bindings = new LinkedHashMap<>();
    List<RecordLine> lines = new ArrayList<>();
    for (RecordLine line : record) {
      if (line.word().matches("binding|regions")) {
        lines = new ArrayList<>();
        if (line.word().equals("binding")) {
          bindings.put(line, lines);
        }
      }
      lines.add(line);
    }
    bindings.forEach((binding, all) -> add(binding.rest(), binding.first(), all));
  }

  private void add(String stage, String binding, List<RecordLine> lines) {
    boolean unasked =
        lines.stream().anyMatch(line -> line.word().equals("awaits") && line.rest().equals(NONE));
    List<MethodPattern> spawned =
        lines.stream()
            .filter(line -> line.word().matches("spawn|cancel"))
            .map(line -> MethodPattern.inFull(line.rest()))
            .toList();
    stages.add(new Awaiting(stage, binding.replace('.', '/'), unasked, spawned));
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
