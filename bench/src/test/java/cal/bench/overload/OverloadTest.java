package cal.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.load.LoadSpec;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("measuring")
@Timeout(300)
class OverloadTest {
  private static final Duration HALF = Duration.ofMillis(500);

  private static Overload clients(Uploads server, Duration settling, Duration most) {
    LoadSpec open = new LoadSpec(server.address(), Workload.upload(64), Sessions.SHORT, 200);
    Overload.Times times = new Overload.Times(HALF, settling, most);
    return new Overload(open, null, 400, 100, times, OptionalLong.empty());
  }

  /** Of about 100 requests before the load and 600 until it is measured, some are refused. */
  @Test
  void shouldNotMeasureALoadThatHasNotSettled() throws Exception {
    try (Uploads server = new Uploads(request -> request < 200 || request > 300)) {
      Overload clients = clients(server, HALF.multipliedBy(3), HALF);
      LoadResult loaded = clients.slot(HALF);

      assertThat(clients.others().stream().mapToLong(LoadResult::errorCount).sum()).isEqualTo(101);
      assertThat(loaded.errors()).isEmpty();
      assertThat(loaded.answers()).isPositive();
    }
  }

  /** About 100 come in a second; the calm would last for half of one. */
  @Test
  void shouldWaitForTheCalmWhereAnEarlierLoadIsStillFelt() throws Exception {
    try (Uploads server = new Uploads(request -> request > 200)) {
      Overload clients = clients(server, HALF, HALF.multipliedBy(20));

      assertThat(clients.slot(HALF).errors()).isEmpty();
      assertThat(clients.figures().get(Overload.CALM_P99)).isFinite();
    }
  }

  @Test
  void shouldNotKnowHowLongItLastsWhereNobodyWasAnsweredBefore() throws Exception {
    try (Uploads server = new Uploads(request -> false)) {
      Overload clients = clients(server, HALF, HALF);

      assertThat(clients.slot(HALF).errors()).doesNotContainKey(ErrorKind.TIMEOUT);
      assertThat(clients.figures().get(Overload.CALM_P99)).isInfinite();
      assertThat(clients.figures().get(Overload.RECOVERY)).isInfinite();
      assertThat(clients.others())
          .allMatch(phase -> !phase.errors().containsKey(ErrorKind.TIMEOUT));
    }
  }

  /** A server that answers some uploads, counted from 1, and closes after each. */
  private static final class Uploads implements AutoCloseable {
    private final ServerSocket listener =
        new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger requests = new AtomicInteger();
    private final IntPredicate answered;

    Uploads(IntPredicate answered) throws IOException {
      this.answered = answered;
      threads.execute(this::accept);
    }

    InetSocketAddress address() {
      return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Until it is closed. */
    private void accept() {
      try {
        while (true) {
          Socket client = listener.accept();
          threads.execute(() -> serve(client));
        }
      } catch (IOException closed) {
        assertThat(listener.isClosed()).as("closed by the test: %s", closed).isTrue();
      }
    }

    private void serve(Socket client) {
      try (client) {
        if (answered.test(requests.incrementAndGet())) {
          DataInputStream in = new DataInputStream(client.getInputStream());
          CRC32C crc = new CRC32C();
          crc.update(in.readNBytes(in.readInt()));
          new DataOutputStream(client.getOutputStream()).writeInt((int) crc.getValue());
        }
      } catch (IOException gone) {
        assertThat(client.isClosed()).as("closed with its streams: %s", gone).isTrue();
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
      threads.shutdownNow();
    }
  }
}
