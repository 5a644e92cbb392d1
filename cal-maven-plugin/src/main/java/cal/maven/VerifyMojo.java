package cal.maven;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Searches a woven server for deadlocks, as {@code ./cal verify} does, under the settings of its
 * build and of {@code -Dcal.KEY=VALUE}.
 */
@Mojo(name = "verify", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class VerifyMojo extends ReadingMojo {
  /** Types whose objects the server takes in one order. */
  @Parameter private List<String> ordered = List.of();

  /** Made by Maven. */
  public VerifyMojo() {}

  @Override
  void run() throws IOException, MojoFailureException {
    List<String> options = new ArrayList<>();
    given().forEach((key, value) -> options.addAll(List.of("--set", key + "=" + value)));
    ordered.forEach(type -> options.addAll(List.of("--ordered", type)));
    run("verify", options);
  }
}
