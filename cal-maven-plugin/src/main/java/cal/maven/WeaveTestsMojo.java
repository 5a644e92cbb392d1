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

/**
 * Weaves the classes of tests by what is in {@code src/test/aspect}: aspects, or a cal.yaml. A
 * project without that folder is left alone.
 */
@Mojo(
    name = "weave-tests",
    defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES,
    requiresDependencyResolution = ResolutionScope.TEST,
    threadSafe = true)
public final class WeaveTestsMojo extends CalMojo {
  /** Sources in AspectJ. */
  @Parameter(defaultValue = "${project.basedir}/src/test/aspect")
  private File aspects;

  @Parameter(defaultValue = "${project.build.testOutputDirectory}", readonly = true)
  private File classes;

  @Parameter(property = "maven.test.skip", defaultValue = "false")
  private boolean skip;

  /** Made by Maven. */
  public WeaveTestsMojo() {}

  @Override
  void run(Jdk jdk)
      throws IOException, MojoFailureException, DependencyResolutionRequiredException {
    if (skip || !aspects.isDirectory() || !classes.isDirectory()) {
      return;
    }
    List<String> classPath = new ArrayList<>(project.getTestClasspathElements());
    classPath.remove(classes.getPath());
    Path signatures = aspects.toPath().resolve("cal.yaml");
    new Weaving(this, jdk, classes.toPath(), aspects.toPath(), signatures, classPath).run();
  }
}
