package cal.bench.rough;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import cal.cli.load.TestServer;
import cal.cli.load.Workload;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TricklersTest {
  private static final Duration PAUSE = Duration.ofMillis(20);

  @Test
  void shouldSendARequestByteByByteAndNeverItsEnd() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger bytes = new AtomicInteger();
    AtomicInteger complete = new AtomicInteger();
    try (TestServer server =
            new TestServer(
                (socket, in, out) -> {
                  assertThat(in.readInt()).isEqualTo(20);
                  begun.incrementAndGet();
                  for (int i = 0; i < 20; i++) {
                    in.readByte();
                    bytes.incrementAndGet();
                  }
                  complete.incrementAndGet();
                });
        Tricklers tricklers = Tricklers.start(server.address(), Workload.upload(20), 3, PAUSE)) {
      await("they begin anew").atMost(Duration.ofMinutes(2)).until(() -> begun.get() > 3);
      assertThat(bytes).hasValueGreaterThan(30);
      assertThat(complete).hasValue(0);
      assertThat(tricklers.parted()).isZero();
    }
  }

  @Test
  void shouldBeginAnewWhereTheServerParts() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    try (TestServer server = new TestServer((socket, in, out) -> begun.incrementAndGet());
        Tricklers tricklers =
            Tricklers.start(server.address(), Workload.upload(10_000), 2, PAUSE)) {
      await("the server parts from them")
          .atMost(Duration.ofMinutes(2))
          .until(() -> tricklers.parted() > 2);
      assertThat(begun).hasValueGreaterThan(2);
    }
  }
}
