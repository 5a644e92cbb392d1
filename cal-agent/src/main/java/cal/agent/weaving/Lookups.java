package cal.agent.weaving;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The class files that a weaver has asked a class loader for, each with a sum of its content:
 * weaving a class depends on the types that it uses, and a loader below the system's may find
 * others at the next start. Immutable.
 *
 * @param weaver which weaver it was, among those of all starts; empty where {@code Inputs} names
 *     all that its loader finds
 * @param found the sums by the names of the resources
 */
public record Lookups(String weaver, Map<String, Long> found) {
  /** Of the system class loader. */
  public static final Lookups OF_SYSTEM = new Lookups("", Map.of());

  private static final long ABSENT = -1;
  private static final long AS_SYSTEM = -2;

  /** The lookups of a weaver, as its loader answers them now. */
  public static Lookups of(String weaver, Iterable<String> asked, ClassLoader loader) {
    Map<String, Long> found = new LinkedHashMap<>();
    asked.forEach(name -> found.put(name, sum(name, loader)));
    return new Lookups(weaver, found);
  }

  /** Whether a loader gives the same answers. */
  public static boolean hold(Map<String, Long> found, ClassLoader loader) {
    return found.entrySet().stream().allMatch(one -> sum(one.getKey(), loader) == one.getValue());
  }

  private static long sum(String name, ClassLoader loader) {
    URL here = loader.getResource(name);
    URL general = ClassLoader.getSystemResource(name);
    if (here != null && general != null && here.toExternalForm().equals(general.toExternalForm())) {
      return AS_SYSTEM;
    }
    try (InputStream in = here == null ? null : loader.getResourceAsStream(name)) {
      if (in == null) {
        return ABSENT;
      }
      byte[] content = in.readAllBytes();
      CRC32 sum = new CRC32();
      sum.update(content);
      return ((long) content.length << Integer.SIZE) | sum.getValue();
    } catch (IOException unreadable) {
      return ABSENT; // for the weaver too
    }
  }

  public void write(DataOutputStream out) throws IOException {
    out.writeUTF(weaver);
    out.writeInt(found.size());
    for (Map.Entry<String, Long> one : found.entrySet()) {
      out.writeUTF(one.getKey());
      out.writeLong(one.getValue());
    }
  }

  public static Lookups read(DataInputStream in) throws IOException {
    String weaver = in.readUTF();
    Map<String, Long> found = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      found.put(in.readUTF(), in.readLong());
    }
    return new Lookups(weaver, found);
  }
}
