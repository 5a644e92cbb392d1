package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ChildJvm;
import cal.core.contract.ModelFixture;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.math.BigInteger;
import java.net.DatagramPacket;
import java.net.MulticastSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node finds a server whose address it was not told. */
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

  @Test
  void shouldFindAServerByMulticast() {
    try (Beacon beacon = new Beacon("127.0.0.1", "127.0.0.1:4711")) {
      assertThat(beacon).isNotNull();
      ModelFixture.eventually(
          "an answer", () -> Beacon.find("127.0.0.1").equals(Optional.of("127.0.0.1:4711")));
    }
    assertThat(Beacon.find("127.0.0.1"))
        .as("after its end; another server may answer")
        .isNotEqualTo(Optional.of("127.0.0.1:4711"));
    assertThatThrownBy(() -> Beacon.find("192.0.2.1"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no network of this machine has that address");
  }

  @Test
  void shouldPauseWhileTheNetworkIsDown() throws Exception {
    BlockingQueue<Long> attempts = new ArrayBlockingQueue<>(2);
    MulticastSocket down =
        new MulticastSocket(0) {
          @Override
          public void receive(DatagramPacket packet) throws IOException {
            attempts.offer(System.nanoTime());
            throw new IOException("down");
          }
        };
    try (Beacon beacon = new Beacon(down, "127.0.0.1:4711")) {
      assertThat(beacon).isNotNull();
      Long first = attempts.poll(2, TimeUnit.MINUTES);
      Long second = attempts.poll(2, TimeUnit.MINUTES);
      assertThat(Duration.ofNanos(second - first))
          .isGreaterThanOrEqualTo(Duration.ofMillis(Beacon.PAUSE_MILLIS));
    }
  }
}
