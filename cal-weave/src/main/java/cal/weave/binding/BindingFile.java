package cal.weave.binding;

import cal.weave.record.DeclaredAspect;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Bindings without AspectJ: a YAML file with the stages of a server and, as signatures of methods,
 * their captured calls. Immutable.
 *
 * @param aspects declared by the file
 * @param settings by their full keys
 * @param weave patterns of the classes to weave; empty to follow the signatures
 * @param types the types of the signatures
 * @param signatures by their place, such as {@code stages.connection.spawn}, and the member behind
 *     which a stage reads, such as {@code stages.connection.buffer}
 */
public record BindingFile(
    List<DeclaredAspect> aspects,
    Map<String, String> settings,
    List<String> weave,
    Set<String> types,
    Map<String, List<String>> signatures) {

  /** Where no file is given. */
  public static final BindingFile NONE =
      new BindingFile(List.of(), Map.of(), List.of(), Set.of(), Map.of());

  private static final int LIMIT = 1 << 20;

  /** A value beginning with a star or a mark of exclamation, without quotes. */
  private static final Pattern BARE = Pattern.compile("(?m)[-:\\[,] *([*!][^\\r\\n\\]]*\\))");

  /**
   * Reads a file.
   *
   * @throws WeaveException if the file cannot be read, or means nothing
   */
  public static BindingFile read(Path file) {
    try {
      if (Files.size(file) > LIMIT) {
        throw new WeaveException(file + " is longer than 1 MB, so it is no file of bindings");
      }
      return parse(file.toString(), Files.readString(file));
    } catch (NoSuchFileException missing) {
      throw new WeaveException(
          file + " does not exist; name a file of bindings (cal.config)", missing);
    } catch (CharacterCodingException binary) {
      throw new WeaveException(file + " is no text in UTF-8; save it as UTF-8", binary);
    } catch (IOException failure) {
      throw new WeaveException(file + " cannot be read: " + failure.getMessage(), failure);
    }
  }

  /** Reads the text of a file. */
  public static BindingFile parse(String name, String text) {
    Object root;
    try {
      root = new Load(LoadSettings.builder().setLabel(name).build()).loadFromString(text);
    } catch (YamlEngineException wrong) {
      throw new WeaveException(
          name + " is no YAML: " + oneLine(wrong.getMessage()) + hint(text), wrong);
    }
    return new BindingReader(name).file(root);
  }

  /** YAML takes a star, or a mark of exclamation, at the beginning of a value for its own. */
  private static String hint(String text) {
    Matcher bare = BARE.matcher(text);
    return bare.find()
        ? "; write quotes around a signature that begins with * or !: \"" + bare.group(1) + "\""
        : "";
  }

  /** A message without the ends of its lines. */
  public static String oneLine(String message) {
    return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", ", ");
  }

  /** The aspects as a build makes them. */
  public List<DeclaredAspect> built() {
    // Only a class in no package can name one that is in none.
    boolean packed = types.stream().allMatch(type -> type.contains("."));
    return packed ? aspects : aspects.stream().map(DeclaredAspect::unpacked).toList();
  }

  /** Whether the file gives a stage the model {@code cluster}. */
  public boolean isOnCluster(String stage) {
    return "cluster".equals(settings.get("cal.stage." + stage + ".model"));
  }

  /** Whether each member of the cluster has a target of its own for the calls of a stage. */
  public boolean isServedByMembers(String stage) {
    String general = settings.getOrDefault("cal.cluster.target", "sent");
    return settings
        .getOrDefault("cal.stage." + stage + ".cluster.target", general)
        .equals("service");
  }
}
