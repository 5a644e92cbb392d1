package cal.maven;

import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Weaves the classes of a server by its aspects, or by cal.yaml, and records captured calls. */
@Mojo(
    name = "weave",
    defaultPhase = LifecyclePhase.PROCESS_CLASSES,
    requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME,
    threadSafe = true)
public class WeaveMojo extends WeavingMojo {
  /** Where javac has written. */
  @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true)
  private File classes;

  /** Where woven classes go: the same, or another folder, for a server tested unwoven. */
  @Parameter(defaultValue = "${project.build.outputDirectory}")
  private File output;

  /** Sources in AspectJ. */
  @Parameter(defaultValue = "${project.basedir}/src/main/aspect")
  private File aspects;

  /** Signatures, in use where there are no aspects. */
  @Parameter(property = "cal.config", defaultValue = "${project.basedir}/cal.yaml")
  private File config;

  /** The model for the settings of the artifact. */
  @Parameter(property = "cal.model")
  private String model;

  /** Made by Maven. */
  public WeaveMojo() {}

  @Override
  final Sources sources() throws DependencyResolutionRequiredException {
    if (project.getPackaging().equals("pom")) {
      return null; // a parent, which has the plugin for its modules
    }
    project.getArtifacts().stream()
        .filter(one -> one.getArtifactId().equals("cal-core"))
        .filter(one -> one.getScope().equals(Artifact.SCOPE_PROVIDED))
        .forEach(
            core ->
                getLog()
                    .warn(
                        core.getGroupId()
                            + ":cal-core has the scope provided, and the woven server needs it when"
                            + " it runs: without it, the start ends with NoClassDefFoundError"));
    List<String> classPath =
        Stream.concat(
                project.getCompileClasspathElements().stream(),
                project.getRuntimeClasspathElements().stream())
            .distinct()
            .toList();
    return new Sources(
        classes, output, aspects, config, project.getCompileSourceRoots(), classPath, model);
  }
}
