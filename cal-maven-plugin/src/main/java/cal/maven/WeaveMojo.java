package cal.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Weaves the classes of a server by its aspects, or by cal.yaml, and records what is captured. */
@Mojo(
    name = "weave",
    defaultPhase = LifecyclePhase.PROCESS_CLASSES,
    requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME,
    threadSafe = true)
public final class WeaveMojo extends CalMojo {
  /** Sources in AspectJ. */
  @Parameter(defaultValue = "${project.basedir}/src/main/aspect")
  private File aspects;

  @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true)
  private File classes;

  /** Made by Maven. */
  public WeaveMojo() {}

  @Override
  void run(Jdk jdk)
      throws IOException, MojoFailureException, DependencyResolutionRequiredException {
    List<String> classPath = new ArrayList<>(project.getRuntimeClasspathElements());
    project.getCompileClasspathElements().stream()
        .filter(entry -> !classPath.contains(entry))
        .forEach(classPath::add);
    classPath.remove(classes.getPath());
    Path own = classes.toPath();
    new Weaving(this, jdk, own, aspects.toPath(), config.toPath(), classPath).run();
  }
}
