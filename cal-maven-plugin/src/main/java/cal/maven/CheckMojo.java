package cal.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Checks whether a woven server is concurrency-aware, as {@code ./cal check} does, by the server's
 * record.
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends CalMojo {
  /** The woven classes. */
  @Parameter(defaultValue = "${project.build.outputDirectory}")
  private File output;

  /** Signatures, to check classes that are not woven. */
  @Parameter(property = "cal.config", defaultValue = "${project.basedir}/cal.yaml")
  private File config;

  /** Sources in AspectJ. */
  @Parameter(defaultValue = "${project.basedir}/src/main/aspect")
  private File aspects;

  /** Made by Maven. */
  public CheckMojo() {}

  @Override
  void run() throws IOException, MojoFailureException {
    Path tool = cal();
    List<String> java =
        new ArrayList<>(List.of("-cp", tool.toString(), "cal.cli.Cal", "check", output.getPath()));
    if (!new File(output, Weaving.RECORD).exists()) {
      boolean declared = Weaving.hasNoAspects(aspects.toPath());
      if (config.exists()) {
        java.addAll(List.of("--config", config.getPath()));
      }
      if (config.exists() || !declared) {
        new Weavers(project).requireOne((declared ? config : aspects).toPath(), getLog());
      }
    }
    Jdk.Run run = jdk().run(folder(), java);
    run.lines().forEach(run.status() == 0 ? getLog()::info : getLog()::error);
    if (run.status() != 0) {
      throw new MojoFailureException(
          run.lines().stream()
              .filter(line -> line.startsWith("findings: ") || line.startsWith("cal: "))
              .findFirst()
              .orElse("the check failed, see above"));
    }
  }
}
