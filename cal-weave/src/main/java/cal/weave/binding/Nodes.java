package cal.weave.binding;

import cal.weave.support.Nearest;
import cal.weave.support.WeaveException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of a file of bindings, by their kinds. A node of another kind is a mistake, told with
 * its place. Immutable.
 *
 * @param file the name of the file
 */
record Nodes(String file) {
  private static final Map<String, String> EXAMPLES =
      Map.of(
          "the file",
          "stages:",
          "stages",
          "connection: with spawn: or hand-off: below",
          "regions",
          "totals: with signatures of methods below",
          "settings",
          "cal.max-in-flight: 1000");

  /** A mapping; with known keys, of those alone. */
  Map<String, Object> map(String where, Object node, List<String> known) {
    if (!(node instanceof Map<?, ?> given)) {
      throw mistake(
          where
              + " is "
              + kind(node)
              + " where a mapping of names is wanted, such as "
              + EXAMPLES.getOrDefault(where, "spawn: or hand-off: before each signature"));
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

  /** A word, or a list of words. */
  List<String> texts(String where, Object node) {
    if (node instanceof List<?> list) {
      if (list.isEmpty()) {
        throw mistake(where + " is an empty list; write what it captures, or leave it out");
      }
      return list.stream().map(each -> text(where, each)).toList();
    }
    return List.of(text(where, node));
  }

  String text(String where, Object node) {
    if (node == null || node instanceof Map || node instanceof List) {
      throw mistake(
          where
              + " is "
              + kind(node)
              + " where a word is wanted"
              + (where.equals("settings.cal")
                  ? "; write each key in full, such as cal.max-in-flight: 1000"
                  : ""));
    }
    String text = node.toString().strip();
    if (text.isEmpty() || text.lines().count() != 1) {
      throw mistake(where + " has no value, or one of several lines; write it in one line");
    }
    return text;
  }

  boolean truth(String where, Object node) {
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

  WeaveException mistake(String sentence) {
    return new WeaveException(BindingFile.oneLine(file + ": " + sentence));
  }
}
