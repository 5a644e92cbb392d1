package cal.maven;

import java.io.IOException;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Checks whether a woven server is concurrency-aware, as {@code ./cal check} does, by the server's
 * record.
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends ReadingMojo {
  /** Made by Maven. */
  public CheckMojo() {}

  @Override
  void run() throws IOException, MojoFailureException {
    run("check", List.of());
  }
}
