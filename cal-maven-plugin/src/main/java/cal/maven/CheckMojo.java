package cal.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Checks whether the server is concurrency-aware, as {@code ./cal check} does. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends CalMojo {
  @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true)
  private File classes;

  /** Made by Maven. */
  public CheckMojo() {}

  @Override
  void run(Jdk jdk) throws IOException, MojoFailureException {
    List<String> arguments = new ArrayList<>(List.of("check", classes.getPath()));
    if (config.exists()) {
      arguments.addAll(List.of("--config", config.getPath()));
    }
    Jdk.Outcome outcome = jdk.run(folder(), program(tool("cal-agent"), "cal.cli.Cal", arguments));
    for (String line : outcome.said()) {
      if (outcome.status() == 0) {
        getLog().info(line);
      } else {
        getLog().error(line);
      }
    }
    if (outcome.status() != 0) {
      throw new MojoFailureException(
          Jdk.first(outcome.said(), "findings: ").orElse("the check failed, see above"));
    }
  }
}
