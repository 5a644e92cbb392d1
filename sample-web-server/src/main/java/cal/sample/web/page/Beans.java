package cal.sample.web.page;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** The attributes of this process's JMX beans as JSON. Thread-safe. */
final class Beans {
  private final ObjectName pattern;

  /**
   * Chooses beans.
   *
   * @param pattern of their names
   * @throws IllegalArgumentException if it is malformed
   */
  Beans(String pattern) {
    try {
      this.pattern = new ObjectName(pattern);
    } catch (MalformedObjectNameException malformed) {
      throw new IllegalArgumentException(pattern, malformed);
    }
  }

  /** An object of the beans by their names, each an object of its attributes. */
  String json() throws IOException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Map<String, Object> beans = new TreeMap<>();
    try {
      for (ObjectName name : server.queryNames(pattern, null)) {
        Map<String, Object> attributes = new TreeMap<>();
        for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
          attributes.put(attribute.getName(), server.getAttribute(name, attribute.getName()));
        }
        beans.put(name.getCanonicalName(), attributes);
      }
    } catch (JMException failure) {
      throw new IOException("the beans cannot be read", failure);
    }
    StringBuilder json = new StringBuilder(1024);
    append(json, beans);
    return json.toString();
  }

  private static void append(StringBuilder json, Object value) {
    switch (value) {
      case Number number -> json.append(number);
      case Boolean truth -> json.append(truth);
      case null -> json.append("null");
      case CompositeData data -> {
        Map<String, Object> members = new TreeMap<>();
        data.getCompositeType().keySet().forEach(key -> members.put(key, data.get(key)));
        append(json, members);
      }
      case Object[] array -> {
        String before = "[";
        for (Object one : array) {
          append(json.append(before), one);
          before = ",";
        }
        json.append(array.length == 0 ? "[]" : "]");
      }
      case Map<?, ?> members -> {
        String before = "{";
        for (Map.Entry<?, ?> member : members.entrySet()) {
          quote(json.append(before), member.getKey().toString());
          append(json.append(':'), member.getValue());
          before = ",";
        }
        json.append(members.isEmpty() ? "{}" : "}");
      }
      default -> quote(json, value.toString());
    }
  }

  private static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<') {
        json.append("\\u").append(java.util.HexFormat.of().toHexDigits(c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
