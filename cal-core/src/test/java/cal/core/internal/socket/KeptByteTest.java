package cal.core.internal.socket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.activity.Shedding;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads of woven code after a wait before the step, which has kept the first byte. */
@Timeout(300)
class KeptByteTest extends AcceptedClient {
  private final byte[] bytes = new byte[8];
  private InputStream in;

  /** A read of the server. */
  @FunctionalInterface
  private interface Read {
    Object of() throws IOException;
  }

  @BeforeEach
  void openTheStage() throws IOException {
    in = in();
    stage.awaits(target -> accepted);
    stage.sheds(new Shedding("work", any -> true, any -> said.add("refused"), any -> 0));
  }

  /** Serves with a read, after a first step. */
  private void serve(Read read) throws IOException {
    client.getOutputStream().write('0');
    boolean[] first = {true};
    Work.spawnOn(
        stage,
        this,
        () -> {
          try {
            said.add("read " + (first[0] ? in.read() : read.of()));
            first[0] = false;
            return true;
          } catch (SocketException lost) {
            said.add(lost.getClass().getSimpleName());
            return false;
          }
        });
    assertThat(next()).isEqualTo("read 48");
  }

  private void send(String text) throws IOException {
    client.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  private String next() {
    try {
      return said.poll(ModelFixture.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  @Test
  void shouldReadAllThatIsThereAtOnce() throws Exception {
    serve(() -> in.available() + " " + new String(bytes, 0, in.read(bytes), ISO_8859_1));
    send("abc");
    assertThat(next()).isEqualTo("read 3 abc");
    send("de");
    assertThat(next()).isEqualTo("read 2 de");
  }

  @Test
  void shouldSkipTheKeptByte() throws Exception {
    serve(() -> in.skip(2) + " " + in.read());
    send("ab1");
    assertThat(next()).isEqualTo("read 2 49");
  }

  /** Whichever stream of the socket the server reads. */
  @Test
  void shouldGiveTheByteToAnotherStream() throws Exception {
    serve(() -> ((InputStream) HeardInput.of(accepted, accepted.getInputStream())).read());
    for (String one : List.of("1", "2", "3")) {
      send(one);
      assertThat(next()).isEqualTo("read " + (int) one.charAt(0));
    }
  }

  @Test
  void shouldFindTheEnd() throws Exception {
    serve(in::read);
    client.shutdownOutput();
    assertThat(next()).isEqualTo("read -1");
  }

  /** The time of a socket may be that of the rest of the request before. */
  @Test
  void shouldWaitOnAfterTheTimeOfTheSocket() throws Exception {
    serve(
        () -> {
          accepted.setSoTimeout(0);
          said.add("waits");
          int one = in.read();
          accepted.setSoTimeout(1);
          return one;
        });
    send("1");
    assertThat(next()).isEqualTo("waits");
    assertThat(next()).isEqualTo("read 49");
    assertThat(next()).as("without a request").isEqualTo("waits");
    send("2");
    assertThat(next()).isEqualTo("read 50");
  }

  /** The wait before the step was that of the read. */
  @Test
  void shouldWaitOnceForTheTimeOfTheSocket() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    InputStream counted =
        new FilterInputStream(accepted.getInputStream()) {
          @Override
          public int read() throws IOException {
            reads.incrementAndGet();
            return super.read();
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            reads.incrementAndGet();
            return super.read(target, offset, length);
          }
        };
    in = (InputStream) HeardInput.of(accepted, counted);
    serve(
        () -> {
          int before = reads.get();
          try {
            int one = in.read();
            accepted.setSoTimeout(1);
            return one;
          } catch (SocketTimeoutException late) {
            accepted.setSoTimeout(0);
            return "late, after more waits: " + (reads.get() - before);
          }
        });
    send("1");
    assertThat(next()).isEqualTo("read 49");
    assertThat(next()).isEqualTo("read late, after more waits: 0");
    send("2");
    assertThat(next()).isEqualTo("read 50");
  }

  /** The server may read other sockets before. */
  @Test
  void shouldKeepTheByteForItsSocket() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket upstream = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket far = listener.accept()) {
      far.getOutputStream().write("xyz".getBytes(ISO_8859_1));
      InputStream other = (InputStream) HeardInput.of(upstream, upstream.getInputStream());
      serve(() -> other.read() + " " + in.read());
      send("1");
      assertThat(next()).isEqualTo("read 120 49");
      send("2");
      assertThat(next()).isEqualTo("read 121 50");
      client.setSoLinger(true, 0);
      client.close();
      assertThat(next()).isEqualTo("SocketException");
      assertThat(other.available()).as("met by the read of its socket").isZero();
    }
  }

  @Test
  void shouldFailAsTheReadOfTheServerWould() throws Exception {
    serve(in::read);
    client.setSoLinger(true, 0);
    client.close();
    assertThat(next()).isEqualTo("SocketException");
  }
}
