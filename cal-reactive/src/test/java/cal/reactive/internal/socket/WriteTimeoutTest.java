package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.reactive.internal.buffer.Scratch;
import cal.reactive.internal.group.Loops;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a write may wait for a peer that does not read. */
class WriteTimeoutTest extends LoopFixture {
  /** More than the system takes of a connection on both sides. */
  private static final byte[] LARGE = new byte[24 << 20];

  private static final int MILLIS = 300;

  private final Loops loops = loops(1);
  private Socket client;
  private Socket server;

  private void connect(int writeTimeoutMillis) throws Exception {
    SocketLimits limits = new SocketLimits(0, writeTimeoutMillis, Scratch.SIZE);
    ServerSocket listener = listen(new LoopSockets(loops, 50, limits));
    client = connect(listener);
    server = closing(get(on(loops.place(), listener::accept)));
  }

  private <T> CompletableFuture<T> call(boolean onLoop, Callable<T> call) {
    return onLoop ? on(loops.place(), call) : elsewhere(call);
  }

  /** Returns what the write throws, or null. */
  private static IOException write(OutputStream out, byte[] bytes) {
    try {
      out.write(bytes);
      return null;
    } catch (IOException failure) {
      return failure;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFailAndResetWhereThePeerDoesNotRead(boolean onLoop) throws Exception {
    connect(MILLIS);
    OutputStream out = server.getOutputStream();
    CompletableFuture<Integer> reader =
        call(onLoop, () -> server.getInputStream().read()).exceptionally(closed -> -2);

    IOException failure = get(call(onLoop, () -> write(out, LARGE)));

    assertThat(failure).isInstanceOf(SocketTimeoutException.class).hasMessage("Write timed out");
    int sent = ((InterruptedIOException) failure).bytesTransferred;
    assertThat(sent).isBetween(1, LARGE.length - 1);
    assertThat(server.isClosed()).isTrue();
    assertThat(get(reader)).as("who read meanwhile").isEqualTo(-2);
    assertThat(write(out, new byte[1])).isInstanceOf(SocketException.class);
    assertThatThrownBy(() -> client.getInputStream().readNBytes(sent + 1))
        .as("its end is no orderly one")
        .isInstanceOf(SocketException.class)
        .hasMessage("Connection reset");
  }

  /** It takes longer than a write may wait, and so does another that does not read at all. */
  @Test
  void shouldNotCutAPeerThatReadsSlowly() throws Exception {
    connect(2_000);
    Socket slow = client;
    OutputStream out = server.getOutputStream();
    AtomicBoolean end = new AtomicBoolean();
    CompletableFuture<IOException> writes =
        on(
            loops.place(),
            () -> {
              IOException failure = null;
              while (failure == null && !end.get()) {
                failure = write(out, LARGE);
              }
              return failure;
            });
    connect(2_000);
    OutputStream toDeaf = server.getOutputStream();
    CompletableFuture<IOException> deaf = on(loops.place(), () -> write(toDeaf, LARGE));
    eventually(
        "a timeout", () -> slow.getInputStream().readNBytes(400_000) == null || deaf.isDone());
    assertThat(get(deaf)).hasMessage("Write timed out");
    end.set(true);
    slow.setSoTimeout(1);
    eventually("all is read", () -> writes.isDone() || skip(slow.getInputStream()));
    assertThat(get(writes)).isNull();
  }

  private static boolean skip(InputStream in) throws IOException {
    try {
      return in.readNBytes(400_000) == null;
    } catch (SocketTimeoutException nothingThere) {
      return false;
    }
  }

  @Test
  void shouldWaitForEverUnlessToldOtherwise() throws Exception {
    connect(0);
    OutputStream out = server.getOutputStream();
    CompletableFuture<IOException> patient = on(loops.place(), () -> write(out, LARGE));
    Socket reading = client;
    connect(MILLIS);
    OutputStream other = server.getOutputStream();
    assertThat(get(on(loops.place(), () -> write(other, LARGE)))).isNotNull();
    assertThat(patient).isNotDone();
    assertThat(reading.getInputStream().readNBytes(LARGE.length)).hasSize(LARGE.length);
    assertThat(get(patient)).isNull();
  }

  @Test
  void shouldKeepTheTimesOfReaderAndWriterApart() throws Exception {
    connect(MILLIS);
    server.setSoTimeout(60_000);
    OutputStream out = server.getOutputStream();
    CompletableFuture<Integer> reader = on(loops.place(), () -> server.getInputStream().read());
    CompletableFuture<IOException> writer = on(loops.place(), () -> write(out, LARGE));
    assertThat(get(writer)).hasMessage("Write timed out");
    assertThatThrownBy(() -> get(reader)).hasCauseInstanceOf(SocketException.class);

    connect(60_000);
    server.setSoTimeout(MILLIS);
    OutputStream slowly = server.getOutputStream();
    CompletableFuture<IOException> slow = on(loops.place(), () -> write(slowly, LARGE));
    CompletableFuture<Integer> soon = on(loops.place(), () -> server.getInputStream().read());
    assertThatThrownBy(() -> get(soon)).hasCauseInstanceOf(SocketTimeoutException.class);
    assertThat(slow).isNotDone();
    assertThat(client.getInputStream().readNBytes(LARGE.length)).hasSize(LARGE.length);
    assertThat(get(slow)).isNull();
  }

  @Test
  void shouldFailToSendAFileInTime(@TempDir Path folder) throws Exception {
    connect(MILLIS);
    Path file = folder.resolve("large");
    Files.write(file, LARGE);
    SocketLimits limits = new SocketLimits(0, MILLIS, 0);
    CompletableFuture<Boolean> sent =
        on(
            loops.place(),
            () -> {
              try (InputStream in = new FileInputStream(file.toFile())) {
                return new LoopSockets(loops, 50, limits)
                    .transfer(in, server.getOutputStream())
                    .isPresent();
              }
            });
    assertThatThrownBy(() -> get(sent)).hasCauseInstanceOf(SocketTimeoutException.class);
    assertThat(server.isClosed()).isTrue();
  }

  /** It must not go on in the middle of a record. */
  @Test
  void shouldEndTlsThatIsLaidOverIt(@TempDir Path folder) throws Exception {
    SSLContext context = SelfSigned.context(folder);
    connect(MILLIS);
    CompletableFuture<SSLSocket> peer = elsewhere(() -> secured(context, client, true));
    SSLSocket here = get(on(loops.place(), () -> secured(context, server, false)));
    closing(get(peer));
    OutputStream out = here.getOutputStream();

    IOException failure = get(on(loops.place(), () -> write(out, LARGE)));

    assertThat(failure).isNotNull();
    assertThat(server.isClosed()).isTrue();
    assertThat(write(out, new byte[1])).isNotNull();
    assertThatThrownBy(() -> get(peer).getInputStream().readAllBytes())
        .isInstanceOf(IOException.class);
    here.close();
  }

  private static SSLSocket secured(SSLContext context, Socket socket, boolean asClient)
      throws IOException {
    SSLSocket secured =
        (SSLSocket)
            context.getSocketFactory().createSocket(socket, "localhost", socket.getPort(), true);
    secured.setUseClientMode(asClient);
    secured.startHandshake();
    return secured;
  }
}
