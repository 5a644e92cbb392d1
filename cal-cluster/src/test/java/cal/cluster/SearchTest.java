package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.contract.ModelFixture;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node in a JVM of its own that is told no address. */
@Timeout(300)
class SearchTest {
  /** The secret is of this test: other servers of this machine may answer as well. */
  @Test
  void shouldMakeCallsOfAServerThatIsFoundByMulticast(@TempDir Path folder) throws Throwable {
    Path secret = SecretFileTest.file(folder, "the secret of " + folder, "rw-------");
    Map<String, String> settings =
        Map.of(
            "cal.model", "cluster",
            "cal.cluster.listen", "127.0.0.1:0",
            "cal.cluster.join", "multicast",
            "cal.cluster.secret-file", secret.toString());
    Process node =
        ChildJvm.of(
                List.of(
                    "-Dcal.cluster.join=multicast",
                    "-Dcal.cluster.listen=127.0.0.1:0",
                    "-Dcal.cluster.limit=3",
                    "-Dcal.cluster.secret-file=" + secret,
                    "--sun-misc-unsafe-memory-access=allow"),
                Node.class)
            .start();
    try (Engine server = Engine.of(Configuration.of(settings), List.of("sums"))) {
      OpenStage sums = server.open("sums");
      ModelFixture.eventually("the node has places", () -> sums.limit() == 3);
      assertThat(HandedOff.call(sums, Calls.class, "square", null, BigInteger.TEN))
          .isEqualTo(BigInteger.valueOf(100));
    } finally {
      node.destroyForcibly();
    }
  }
}
