package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The agent by hand serves as {@code ./cal run} does. */
@Timeout(300)
class NativeAccessTest {
  @TempDir private Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldGiveLoopsTheirNativeTransport() throws Exception {
    Outcome outcome =
        new AgentProject(folder)
            .compile("Server", AgentProject.SERVER)
            .runDeclared(AgentProject.STAGES, "cal.model=reactive");

    assertThat(outcome.err()).contains("reactive over epoll").doesNotContain("WARNING");
  }
}
