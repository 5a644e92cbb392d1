package cal.agent.weaving;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
