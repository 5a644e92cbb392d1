package cal.agent.weaving;

import cal.core.spi.SynchronizationPolicy;
import cal.weave.monitor.MonitorRegions;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The outcome of weaving a server ahead of {@code main}: all that a start needs, without AspectJ.
 * Immutable.
 *
 * @param settings of the file of bindings
 * @param scope patterns of the classes that are woven, now or when they are loaded
 * @param adoptsOnly whether the only aspects are the library's own
 * @param record the weaver's record
 * @param made the aspects that were made
 * @param classes those that weaving left as they were among them; several of one name where class
 *     loaders or other agents give several
 */
public record WovenServer(
    Map<String, String> settings,
    List<String> scope,
    boolean adoptsOnly,
    List<String> record,
    List<Woven.Generated> made,
    List<Woven> classes) {

  /**
   * Whether the monitors of classes are regions by the same policies as now: others need another
   * weaving.
   *
   * @param policy now, by the class name of an aspect
   */
  public boolean isBy(UnaryOperator<String> policy) {
    String aspect = "";
    for (String line : record) {
      String[] words = line.strip().split(" ", 3);
      if (words[0].equals("regions")) {
        aspect = words[1];
      } else if (words[0].equals("monitors") && !policy.apply(aspect).equals(words[1])) {
        return false;
      }
    }
    return true;
  }

  /** The classes whose monitors are regions, each once. */
  Set<String> withoutMonitors() {
    Set<String> names = new HashSet<>();
    boolean changed = false;
    for (String line : record) {
      String[] words = line.strip().split(" ", 3);
      if (words[0].equals("monitors")) {
        changed = !words[1].equals(SynchronizationPolicy.MONITOR);
      } else if (!words[0].equals("region")) {
        changed = false;
      } else if (changed) {
        names.add(words[1].substring(0, words[1].lastIndexOf('.', words[1].indexOf('('))));
      }
    }
    return names;
  }

  /** The doubts of the weaving, in sentences for people. */
  public List<String> remarks() {
    return record.stream()
        .filter(line -> line.startsWith(MonitorRegions.REMARK))
        .map(line -> line.substring(MonitorRegions.REMARK.length()))
        .toList();
  }

  /** The changed and the made class files, by the names of the classes. */
  public Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    made.forEach(one -> files.put(one.name(), one.bytes()));
    for (Woven one : classes) {
      one.generated().forEach(more -> files.put(more.name(), more.bytes()));
      if (one.bytes() != null) {
        files.put(one.name(), one.bytes());
      }
    }
    return files;
  }

  /** All but the classes. */
  public void write(DataOutputStream out) throws IOException {
    out.writeInt(settings.size());
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      out.writeUTF(setting.getKey());
      out.writeUTF(setting.getValue());
    }
    write(scope, out);
    out.writeBoolean(adoptsOnly);
    write(record, out);
    Woven.Generated.write(made, out);
  }

  /** Reads a weaving that was written, with no class yet. */
  public static WovenServer read(DataInputStream in) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      settings.put(in.readUTF(), in.readUTF());
    }
    return new WovenServer(
        settings,
        readTexts(in),
        in.readBoolean(),
        readTexts(in),
        Woven.Generated.read(in),
        new ArrayList<>());
  }

  private static void write(List<String> texts, DataOutputStream out) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  private static List<String> readTexts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(in.readUTF());
    }
    return texts;
  }
}
