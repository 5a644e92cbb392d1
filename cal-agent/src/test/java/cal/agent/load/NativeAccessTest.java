package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import java.nio.file.Path;
import java.util.List;
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
    AgentProject project = new AgentProject(folder).compile("Server", AgentProject.SERVER);
    Path config = project.write("cal.yaml", AgentProject.STAGES);

    Outcome outcome = project.run(List.of(), "cal.model=reactive", "cal.config=" + config);

    assertThat(outcome.err()).contains("reactive over epoll").doesNotContain("WARNING");
  }
}
