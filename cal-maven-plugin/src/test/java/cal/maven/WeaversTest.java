package cal.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.junit.jupiter.api.Test;

class WeaversTest {
  private final Plugin plugin = new Plugin();
  private final PluginExecution execution = new PluginExecution();
  private final MavenProject project = project();
  private final Weavers weavers = new Weavers(project);

  private MavenProject project() {
    Build build = new Build();
    build.addPlugin(plugin);
    plugin.setGroupId("org.calaspects");
    plugin.setArtifactId("cal-maven-plugin");
    plugin.addExecution(execution);
    Model model = new Model();
    model.setBuild(build);
    return new MavenProject(model);
  }

  @Test
  void shouldFindNoneWhereTheBuildOnlyChecks() {
    execution.addGoal("check");
    project.getProperties().put("argLine", "-javaagent:mockito-core.jar -Dlocal=1");

    assertThat(weavers.goal()).isFalse();
    assertThat(weavers.agent()).isFalse();
  }

  @Test
  void shouldFindTheGoal() {
    execution.addGoal("weave");

    assertThat(weavers.goal()).isTrue();
  }

  /** Such a plugin runs no code that could tell. */
  @Test
  void shouldSayThatAPluginWithoutExecutionsWeavesNothing() {
    assertThat(weavers.none(Path.of("cal.yaml")))
        .startsWith(
            "cal.yaml: nothing will weave this, since the build declares cal-maven-plugin without"
                + " an execution of the goal weave; add <executions>");

    project.getBuild().removePlugin(plugin);

    assertThat(weavers.none(Path.of("cal.yaml")))
        .startsWith("cal.yaml: nothing will weave this, since the build has neither the goal");
  }

  @Test
  void shouldFindTheAgentInAConfigurationOrAProperty() {
    execution.setConfiguration("<argLine>-Xmx1g -javaagent:lib/cal.jar</argLine>");
    assertThat(weavers.agent()).isTrue();

    execution.setConfiguration("<Launcher-Agent-Class>cal.agent.Entry</Launcher-Agent-Class>");
    assertThat(weavers.agent()).isTrue();

    execution.setConfiguration(null);
    project.getProperties().put("argLine", "-javaagent:${org.calaspects:cal-agent:jar:all}");
    assertThat(weavers.agent()).isTrue();
  }
}
