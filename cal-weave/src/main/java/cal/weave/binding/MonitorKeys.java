package cal.weave.binding;

import cal.weave.record.DeclaredAspect;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The classes whose monitors are regions. Stateless. */
final class MonitorKeys {
  /** {@code com.acme.Queue}, {@code com.acme.*} or {@code com.acme..*}. */
  private static final Pattern CLASSES = Pattern.compile("[\\w$]+(?:\\.[\\w$]+)*(?:\\.?\\.\\*)?");

  private MonitorKeys() {}

  /** The patterns of an entry, which stand alone: the locked objects are the guards. */
  static List<String> read(String where, Map<String, Object> entry, Nodes nodes) {
    String key = where + "." + DeclaredAspect.MONITORS;
    if (entry.size() > 1) {
      throw nodes.mistake(key + " stands alone, since locked objects are the guards");
    }
    List<String> patterns = nodes.texts(key, entry.get(DeclaredAspect.MONITORS));
    for (String pattern : patterns) {
      if (!CLASSES.matcher(pattern).matches()) {
        throw nodes.mistake(
            key + ": '" + pattern + "' names no classes; write com.acme.Queue, or com.acme..*");
      }
    }
    return patterns;
  }
}
