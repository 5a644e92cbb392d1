package cal.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** Reads the classes of a project by a command of CAL, as their record or their file says. */
abstract class ReadingMojo extends CalMojo {
  /** The woven classes. */
  @Parameter(defaultValue = "${project.build.outputDirectory}")
  private File output;

  /** Signatures, to check classes that are not woven. */
  @Parameter(property = "cal.config", defaultValue = "${project.basedir}/cal.yaml")
  private File config;

  /** Sources in AspectJ. */
  @Parameter(defaultValue = "${project.basedir}/src/main/aspect")
  private File aspects;

  /**
   * Runs the command.
   *
   * @param command its name
   * @param options before the classes
   */
  void run(String command, List<String> options) throws IOException, MojoFailureException {
    Path tool = cal();
    List<String> java = new ArrayList<>(List.of("-cp", tool.toString(), "cal.cli.Cal", command));
    java.addAll(options);
    java.add(output.getPath());
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
              .filter(line -> line.matches("(findings: |cal: |deadlock after ).*"))
              .findFirst()
              .orElse(command + " failed, see above"));
    }
  }
}
