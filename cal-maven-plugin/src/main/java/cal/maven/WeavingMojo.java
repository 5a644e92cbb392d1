package cal.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** A weaving goal. For one thread. */
abstract class WeavingMojo extends CalMojo {
  /** Whether to weave nothing: woven classes are plain ones again. */
  @Parameter(property = "cal.weave.skip", defaultValue = "false")
  private boolean skip;

  /** Further arguments of ajc, such as {@code -Xlint:ignore}. */
  @Parameter private List<String> arguments = List.of();

  /** Whether to write the record; a library of aspects without a binding has none. */
  @Parameter(defaultValue = "true")
  private boolean record;

  /** A source file of Java, run over the woven classes before the classes take their place. */
  @Parameter private File finisher;

  /** Dependencies to weave as well, each {@code GROUP:ARTIFACT}. */
  @Parameter private List<String> weaveDependencies = List.of();

  /** Further folders of classes, or jars, to weave as well. */
  @Parameter private List<File> inpath = List.of();

  /** The folders, the file and the class path of the goal. */
  record Sources(
      File classes,
      File output,
      File aspects,
      File config,
      List<String> roots,
      List<String> classPath,
      String model) {}

  /** The inputs of the weaving; null where there is nothing to do. */
  abstract Sources sources() throws DependencyResolutionRequiredException;

  @Override
  void run() throws IOException, MojoFailureException, DependencyResolutionRequiredException {
    Sources sources = sources();
    if (sources == null) {
      return;
    }
    if (skip) {
      Path classes = sources.classes().toPath();
      new PlainFiles(classes, sources.output().toPath(), memory(classes)).restore();
    } else {
      new Weaving(this, plan(sources)).run();
    }
  }

  /** The folder for the memory of a folder of classes. */
  private Path memory(Path classes) {
    return Path.of(project.getBuild().getDirectory(), "cal", classes.getFileName().toString());
  }

  /** All inputs of a weaving of these. */
  final WeavingPlan plan(Sources from) throws MojoFailureException {
    Path classes = from.classes().toPath();
    List<Path> woven = new ArrayList<>(inpath.stream().map(File::toPath).toList());
    for (String dependency : weaveDependencies) {
      woven.add(
          jars(dependency)
              .findFirst()
              .orElseThrow(
                  () ->
                      new MojoFailureException(
                          "weaveDependencies names "
                              + dependency
                              + ", which is no dependency of this project")));
    }
    return new WeavingPlan(
        folder(),
        memory(classes),
        Stream.concat(from.roots().stream().map(Path::of), Stream.of(from.aspects().toPath()))
            .toList(),
        classes,
        from.output().toPath(),
        from.aspects().toPath(),
        from.config().toPath(),
        woven,
        from.classPath().stream().map(Path::of).filter(one -> !one.equals(classes)).toList(),
        jars("org.calaspects:cal-core").toList(),
        arguments,
        record,
        finisher == null ? null : finisher.toPath(),
        record ? from.model() : null);
  }

  /** The jar of a dependency, or the classes before packaging. */
  private Stream<Path> jars(String name) {
    return project.getArtifacts().stream()
        .filter(one -> (one.getGroupId() + ":" + one.getArtifactId()).equals(name))
        .filter(one -> one.getType().equals("jar") && !one.hasClassifier())
        .map(Artifact::getFile)
        .map(File::toPath);
  }
}
