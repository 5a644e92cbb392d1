package cal.agent.load;

import cal.core.spi.ConfigurationException;
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
 * Bindings without AspectJ: a YAML file that names the stages of a server and, as signatures of
 * methods, what each captures. Immutable.
 *
 * @param aspects what the file is turned into
 * @param settings by their full keys
 * @param weave patterns of the classes to weave; empty to follow the signatures
 * @param types the types that the signatures name
 * @param signatures by their place, such as {@code stages.connection.spawn}
 */
record BindingFile(
    List<ConcreteAspect> aspects,
    Map<String, String> settings,
    List<String> weave,
    Set<String> types,
    Map<String, List<String>> signatures) {

  /** Where no file is given. */
  static final BindingFile NONE =
      new BindingFile(List.of(), Map.of(), List.of(), Set.of(), Map.of());

  private static final int LIMIT = 1 << 20;

  /** A value that begins with a star or a mark of exclamation, without quotes. */
  private static final Pattern BARE = Pattern.compile("(?m)[-:\\[,] *([*!][^\\r\\n\\]]*\\))");

  /**
   * Reads a file.
   *
   * @throws ConfigurationException if it cannot be read, or means nothing
   */
  static BindingFile read(Path file) {
    try {
      if (Files.size(file) > LIMIT) {
        throw new ConfigurationException(
            file + " is longer than 1 MB, so it is no file of bindings");
      }
      return parse(file.toString(), Files.readString(file));
    } catch (NoSuchFileException missing) {
      throw new ConfigurationException(
          file + " does not exist; name a file of bindings (cal.config)", missing);
    } catch (CharacterCodingException binary) {
      throw new ConfigurationException(file + " is no text in UTF-8; save it as UTF-8", binary);
    } catch (IOException failure) {
      throw new ConfigurationException(file + " cannot be read: " + failure.getMessage(), failure);
    }
  }

  /** Reads the text of a file. */
  static BindingFile parse(String name, String text) {
    Object root;
    try {
      root = new Load(LoadSettings.builder().setLabel(name).build()).loadFromString(text);
    } catch (YamlEngineException wrong) {
      throw new ConfigurationException(
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

  static String oneLine(String message) {
    return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", ", ");
  }
}
