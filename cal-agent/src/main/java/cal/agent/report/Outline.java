package cal.agent.report;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes texts, lists and mappings, nested as they are, for people or as JSON. Stateless. */
public final class Outline {
  private Outline() {}

  /** Indented lines. */
  public static List<String> lines(Map<String, ?> report) {
    List<String> lines = new ArrayList<>();
    add("", report, lines);
    return lines;
  }

  private static void add(String indent, Object node, List<String> lines) {
    switch (node) {
      case Map<?, ?> map ->
          map.forEach(
              (key, value) -> {
                if (value instanceof String text) {
                  lines.add(indent + key + ": " + text);
                } else {
                  lines.add(indent + key + ":" + (isEmpty(value) ? " none" : ""));
                  add(indent + "  ", value, lines);
                }
              });
      case List<?> list -> list.forEach(one -> add(indent, one, lines));
      default -> lines.add(indent + node);
    }
  }

  private static boolean isEmpty(Object node) {
    return node instanceof List<?> list ? list.isEmpty() : ((Map<?, ?>) node).isEmpty();
  }

  /** JSON (RFC 8259). */
  public static String json(Object node) {
    StringBuilder text = new StringBuilder();
    write(node, text);
    return text.toString();
  }

  private static void write(Object node, StringBuilder text) {
    String between = "";
    switch (node) {
      case Map<?, ?> map -> {
        text.append('{');
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          text.append(between);
          write(String.valueOf(entry.getKey()), text);
          text.append(':');
          write(entry.getValue(), text);
          between = ",";
        }
        text.append('}');
      }
      case List<?> list -> {
        text.append('[');
        for (Object one : list) {
          text.append(between);
          write(one, text);
          between = ",";
        }
        text.append(']');
      }
      case Record fields -> write(fields(fields), text);
      case Number number -> text.append(number);
      default -> quote(String.valueOf(node), text);
    }
  }

  /** The components of a public record, by their names. */
  public static Map<String, Object> fields(Record node) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (RecordComponent one : node.getClass().getRecordComponents()) {
      try {
        fields.put(one.getName(), one.getAccessor().invoke(node));
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException("a public record is closed: " + one, impossible);
      }
    }
    return fields;
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append("\\u%04x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
