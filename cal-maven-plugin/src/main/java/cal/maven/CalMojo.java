package cal.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.ToolchainManager;

/** A goal that runs tools of CAL in a JDK of their own. */
abstract class CalMojo extends AbstractMojo {
  @Parameter(defaultValue = "${project}", readonly = true)
  MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true)
  MavenSession session;

  /** The plugin's own dependencies. */
  @Parameter(defaultValue = "${plugin.artifacts}", readonly = true)
  List<Artifact> tools;

  /** Signatures in place of aspects. */
  @Parameter(property = "cal.config", defaultValue = "${project.basedir}/cal.yaml")
  File config;

  @Inject ToolchainManager toolchains;

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    try {
      Jdk jdk = Jdk.find(toolchains.getToolchainFromBuildContext("jdk", session));
      run(jdk);
    } catch (IOException failure) {
      throw new MojoExecutionException(failure.getMessage(), failure);
    } catch (DependencyResolutionRequiredException impossible) {
      throw new IllegalStateException(impossible); // each goal says which it needs
    }
  }

  /** Does what the goal is for. */
  abstract void run(Jdk jdk)
      throws IOException, MojoFailureException, DependencyResolutionRequiredException;

  Path folder() {
    return project.getBasedir().toPath();
  }

  /** A jar that the plugin depends on. */
  String tool(String artifact) {
    return tools.stream()
        .filter(each -> each.getArtifactId().equals(artifact))
        .map(each -> each.getFile().getPath())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(artifact + " is no tool of this plugin"));
  }

  /** A program that is short: C2 would compile beside it, and never be done. */
  static List<String> program(String classPath, String main, List<String> arguments) {
    List<String> all =
        new ArrayList<>(
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, main));
    all.addAll(arguments);
    return all;
  }
}
