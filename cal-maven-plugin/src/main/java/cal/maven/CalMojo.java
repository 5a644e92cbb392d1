package cal.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** A goal that runs tools of CAL in a JDK of their own. For one thread. */
abstract class CalMojo extends AbstractMojo {
  /** The project of the build. */
  @Parameter(defaultValue = "${project}", readonly = true)
  MavenProject project;

  /** The build. */
  @Parameter(defaultValue = "${session}", readonly = true)
  MavenSession session;

  /** This plugin. */
  @Parameter(defaultValue = "${plugin}", readonly = true)
  private PluginDescriptor plugin;

  @Inject private ToolchainManager toolchains;
  @Inject private RepositorySystem repositories;

  /** Does the work of the goal. */
  abstract void run()
      throws IOException, MojoFailureException, DependencyResolutionRequiredException;

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    try {
      run();
    } catch (IOException failure) {
      throw new MojoExecutionException(failure.toString(), failure);
    } catch (DependencyResolutionRequiredException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The JDK of the toolchain, of the environment, of Maven, or an installed JDK.
   *
   * @throws MojoFailureException if none is new enough
   */
  final Jdk jdk() throws MojoFailureException {
    Map<String, Path> candidates = new LinkedHashMap<>();
    Toolchain toolchain = toolchains.getToolchainFromBuildContext("jdk", session);
    String java = toolchain == null ? null : toolchain.findTool("java");
    if (java != null) {
      candidates.put("the toolchain", Path.of(java).getParent().getParent());
    }
    for (String name : List.of("JAVA_HOME", "JAVA" + Jdk.NEEDED + "_HOME")) {
      String home = System.getenv(name);
      if (home != null && !home.isBlank()) {
        candidates.put(name, Path.of(home));
      }
    }
    candidates.put("Maven's Java", Path.of(System.getProperty("java.home")));
    for (String folder : List.of("/usr/lib/jvm", System.getProperty("user.home") + "/.jdks")) {
      try (Stream<Path> installed = Files.list(Path.of(folder))) {
        installed
            .filter(home -> Files.exists(home.resolve("release")))
            .sorted()
            .forEach(home -> candidates.put(home.toString(), home));
      } catch (IOException none) {
        getLog().debug(folder + " has no JDK: " + none);
      }
    }
    return Jdk.among(candidates);
  }

  /** The folder of the project. */
  final Path folder() {
    return project.getBasedir().toPath();
  }

  /** The settings of CAL that the build is given, {@code -Dcal.KEY=VALUE}, by their full keys. */
  final Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    session
        .getUserProperties()
        .forEach(
            (key, value) -> {
              if (key.toString().startsWith("cal.") && !key.equals("cal.config")) {
                given.put(key.toString(), value.toString());
              }
            });
    return given;
  }

  /** The jar of AspectJ's compiler, on which this plugin depends. */
  final Path ajc() {
    return dependency("org.aspectj:aspectjtools");
  }

  /** The class path of the programs of {@code cal-weave}. */
  final Stream<Path> tools() {
    return Stream.of(
        dependency("org.calaspects:cal-weave"),
        dependency("org.snakeyaml:snakeyaml-engine"),
        ajc());
  }

  private Path dependency(String name) {
    return plugin.getArtifactMap().get(name).getFile().toPath();
  }

  /**
   * The jar of CAL's command line, of the version of this plugin. The jar is no dependency of the
   * plugin, since the plugin weaves modules of the jar.
   *
   * @throws MojoFailureException if no repository has the jar
   */
  final Path cal() throws MojoFailureException {
    ArtifactRequest request =
        new ArtifactRequest(
            new DefaultArtifact(
                plugin.getGroupId(), "cal-agent", "all", "jar", plugin.getVersion()),
            project.getRemotePluginRepositories(),
            null);
    try {
      File jar =
          repositories
              .resolveArtifact(session.getRepositorySession(), request)
              .getArtifact()
              .getFile();
      return jar.toPath();
    } catch (ArtifactResolutionException missing) {
      throw new MojoFailureException("the jar of CAL's tools: " + missing.getMessage(), missing);
    }
  }
}
