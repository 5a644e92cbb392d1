package cal.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Explains a start, as {@code ./cal doctor} does: woven and captured calls, other calls, and the
 * source of each setting. Settings may be given by {@code -Dcal.<setting>}. Nothing of the server
 * is started.
 */
@Mojo(
    name = "doctor",
    requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME,
    threadSafe = true)
public final class DoctorMojo extends WeaveMojo {
  /** Made by Maven. */
  public DoctorMojo() {}

  @Override
  void run() throws IOException, MojoFailureException, DependencyResolutionRequiredException {
    Sources sources = sources();
    if (sources == null) {
      return;
    }
    WeavingPlan plan = plan(sources);
    Path plain = new PlainFiles(plan.classes(), plan.output(), plan.memory()).folder();
    if (!Files.isDirectory(plain)) {
      throw new MojoFailureException("nothing is compiled; run mvn process-classes cal:doctor");
    }
    List<Path> classPath = new ArrayList<>(List.of(plain));
    List<String> java = new ArrayList<>(List.of("-javaagent:" + cal()));
    java.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Dcal.doctor=people"));
    given().forEach((key, value) -> java.add("-D" + key + "=" + value));
    boolean declared = Weaving.hasNoAspects(plan.aspects());
    new Weavers(project).requireOne(declared ? plan.config() : plan.aspects(), getLog());
    if (declared) {
      java.add("-Dcal.config=" + plan.config());
    } else {
      classPath.add(new Weaving(this, plan).aspectsAlone(plain));
    }
    List<Path> inAgent = inAgent();
    plan.classPath().stream().filter(one -> !inAgent.contains(one)).forEach(classPath::add);
    java.addAll(List.of("-cp", Weaving.joined(classPath.stream()), "main.is.not.Reached"));
    Jdk.Run run = jdk().run(folder(), java);
    run.lines().forEach(run.status() == 0 ? getLog()::info : getLog()::error);
    if (run.status() != 0) {
      throw new MojoFailureException(String.join(" ", run.lines()).replaceFirst("^cal: ", ""));
    }
  }

  /** The jars inside the agent. */
  private List<Path> inAgent() {
    return project.getArtifacts().stream()
        .filter(one -> List.of("org.calaspects", "org.aspectj").contains(one.getGroupId()))
        .map(one -> one.getFile().toPath())
        .toList();
  }
}
