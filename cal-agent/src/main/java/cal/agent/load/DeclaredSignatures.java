package cal.agent.load;

import cal.core.spi.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The signatures in a file of bindings, for the commands that weave nothing. Stateless. */
public final class DeclaredSignatures {
  private DeclaredSignatures() {}

  /**
   * Reads a file of bindings.
   *
   * @return the signatures by their place, such as {@code stages.connection.spawn}, and what a
   *     stage is said to read through, such as {@code stages.connection.buffer}
   * @throws ConfigurationException if the file cannot be read, or means nothing
   */
  public static Map<String, List<String>> of(Path file) {
    return BindingFile.read(file).signatures();
  }
}
