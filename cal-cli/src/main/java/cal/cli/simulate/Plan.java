package cal.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A file with faults of the network. Stateless. */
public final class Plan {
  private Plan() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is no mapping of YAML
   */
  public static Map<String, Object> read(Path file) throws IOException {
    try {
      Object read = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
      if (read instanceof Map<?, ?> map) {
        Map<String, Object> plan = new LinkedHashMap<>();
        map.forEach((key, value) -> plan.put(String.valueOf(key), value));
        return plan;
      }
    } catch (YamlEngineException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
    throw new IllegalArgumentException("no mapping, as in resets: {one-in: 3}");
  }
}
