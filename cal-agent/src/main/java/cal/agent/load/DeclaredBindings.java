package cal.agent.load;

import cal.core.spi.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The content of a file of bindings, for the commands that weave nothing. Immutable.
 *
 * @param signatures by their place, such as {@code stages.connection.spawn}, and what a stage is
 *     said to read through, such as {@code stages.connection.buffer}
 * @param settings by their full keys
 */
public record DeclaredBindings(Map<String, List<String>> signatures, Map<String, String> settings) {
  /**
   * Reads a file of bindings.
   *
   * @throws ConfigurationException if the file cannot be read, or means nothing
   */
  public static DeclaredBindings of(Path file) {
    BindingFile read = BindingFile.read(file);
    return new DeclaredBindings(read.signatures(), read.settings());
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
