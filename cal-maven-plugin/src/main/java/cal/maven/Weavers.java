package cal.maven;

import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.maven.model.ConfigurationContainer;
import org.apache.maven.model.Plugin;
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
    return project.getBuildPlugins().stream()
        .filter(one -> one.getKey().equals("org.calaspects:cal-maven-plugin"))
        .flatMap(one -> one.getExecutions().stream())
        .anyMatch(one -> one.getGoals().contains("weave"));
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

  /** Warns of a file of signatures, or a folder of aspects, without effect. */
  static String none(Path binding) {
    return binding
        + ": nothing will weave this, since the build has neither the goal weave nor the agent;"
        + " bind the goal weave of cal-maven-plugin"
        + (binding.toString().endsWith(".yaml")
            ? ", or start the server with -javaagent:cal.jar -Dcal.config=" + binding.getFileName()
            : "");
  }
}
