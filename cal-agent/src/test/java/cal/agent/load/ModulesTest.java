package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The agent in a Java runtime that was linked with few modules. */
@Timeout(240)
class ModulesTest {
  @Test
  void shouldNameTheModulesThatAreMissing(@TempDir Path folder) throws Exception {
    AgentProject project = new AgentProject(folder).compile("Server", AgentProject.SERVER);
    ChildJvm.Outcome outcome =
        project.java(
            List.of(
                "--limit-modules",
                "java.base,java.instrument,jdk.jfr",
                "-javaagent:" + project.agent(),
                "-cp",
                project.classes().toString(),
                "app.Server"));

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines())
        .containsExactly(
            "cal: this Java runtime lacks java.management,jdk.management, which CAL needs; link it"
                + " by jlink --add-modules java.management,jdk.management, or start the server"
                + " without --limit-modules");
  }
}
