package cal.maven;

import java.io.File;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Weaves the classes of tests by {@code src/test/aspect}: aspects, or a cal.yaml. A project without
 * this folder is left alone.
 */
@Mojo(
    name = "weave-tests",
    defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES,
    requiresDependencyResolution = ResolutionScope.TEST,
    threadSafe = true)
public final class WeaveTestsMojo extends WeavingMojo {
  /** Where javac has written, and where woven classes go. */
  @Parameter(defaultValue = "${project.build.testOutputDirectory}", readonly = true)
  private File classes;

  /** Sources in AspectJ. */
  @Parameter(defaultValue = "${project.basedir}/src/test/aspect")
  private File aspects;

  /** As Maven's compiler does, which then leaves no classes. */
  @Parameter(property = "maven.test.skip", defaultValue = "false")
  private boolean skipTests;

  /** Made by Maven. */
  public WeaveTestsMojo() {}

  @Override
  Sources sources() throws DependencyResolutionRequiredException {
    return skipTests || !aspects.isDirectory() || !classes.isDirectory()
        ? null
        : new Sources(
            classes,
            classes,
            aspects,
            new File(aspects, "cal.yaml"),
            project.getTestCompileSourceRoots(),
            project.getTestClasspathElements(),
            null);
  }
}
