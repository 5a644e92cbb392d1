package cal.agent.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Root looks into the process of another user, who may be nobody's friend. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class VisitTest {
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups");

  private static Process asNobody(String... command) throws IOException {
    List<String> all = new ArrayList<>(AS_NOBODY);
    all.addAll(List.of(command));
    return new ProcessBuilder(all).redirectErrorStream(true).start();
  }

  private static int status(Process process) throws InterruptedException {
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  @Test
  void shouldLeaveNothingToAnotherUserThatRootWouldDelete() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root");
    Process server = asNobody("cat"); // waits for input
    Path folder;
    try (Visit visit = Visit.to(server.pid())) {
      folder = visit.folder();
      assertThat(Files.getOwner(folder)).hasToString("root");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx--x--x");
      for (Path lent : List.of(visit.socket(), visit.agent())) {
        assertThat(Files.getOwner(lent)).hasToString("nobody");
        assertThat(status(asNobody("test", "-r", lent.toString()))).isZero();
        assertThat(status(asNobody("rm", "-f", lent.toString()))).isNotZero();
      }
      assertThat(status(asNobody("mv", folder.toString(), folder + ".away"))).isNotZero();
    } finally {
      server.destroyForcibly();
    }
    assertThat(Files.exists(folder, LinkOption.NOFOLLOW_LINKS)).isFalse();
  }
}
