package cal.maven;

import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.maven.model.ConfigurationContainer;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;

/**
 * The weaving parts of a build: the goal {@code weave}, or the agent in the configuration of a
 * plugin, for example in an {@code argLine} or a manifest. Immutable.
 */
record Weavers(MavenProject project) {
  private static final Pattern AGENT =
      Pattern.compile("-javaagent:[^\\s<]*\\bcal\\b|\\bcal-agent\\b|\\bcal\\.agent\\.");

  /** Whether the build runs the goal. */
  boolean goal() {
    return plugins()
        .flatMap(one -> one.getExecutions().stream())
        .anyMatch(one -> one.getGoals().contains("weave"));
  }

  private Stream<Plugin> plugins() {
    return project.getBuildPlugins().stream()
        .filter(one -> one.getKey().equals("org.calaspects:cal-maven-plugin"));
  }

  /** Whether the build names the agent. */
  boolean agent() {
    Stream<Object> texts =
        Stream.concat(
            project.getProperties().values().stream(),
            project.getBuildPlugins().stream()
                .flatMap(Weavers::configured)
                .map(ConfigurationContainer::getConfiguration));
    return texts.anyMatch(text -> AGENT.matcher(String.valueOf(text)).find());
  }

  private static Stream<ConfigurationContainer> configured(Plugin plugin) {
    return Stream.concat(Stream.of(plugin), plugin.getExecutions().stream());
  }

  /**
   * Warns of a file of signatures, or a folder of aspects, without effect. A plugin that is
   * declared alone runs nothing, and so says nothing itself.
   */
  String none(Path binding) {
    boolean declared = plugins().findAny().isPresent();
    return binding
        + ": nothing will weave this, since the build "
        + (declared
            ? "declares cal-maven-plugin without an execution of the goal weave; add"
                  + " <executions><execution><goals><goal>weave</goal></goals></execution></executions>"
                  + " to the plugin"
            : "has neither the goal weave nor the agent; bind the goal weave of cal-maven-plugin")
        + (binding.toString().endsWith(".yaml")
            ? ", or start the server with -javaagent:cal.jar -Dcal.config=" + binding.getFileName()
            : "");
  }

  /** Warns, unless the build runs the goal or names the agent. */
  void requireOne(Path binding, Log log) {
    if (!goal() && !agent()) {
      log.warn(none(binding));
    }
  }
}
