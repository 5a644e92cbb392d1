package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS of the JDK, laid over a connected socket. */
abstract class TlsContract extends SocketFixture {
  private SSLContext context;

  TlsContract(SocketContract contract) {
    super(contract);
  }

  @BeforeEach
  void makeAContext(@TempDir Path folder) throws Exception {
    context = SelfSigned.context(folder);
  }

  /** Both ends, secured; the end under test is the server's. */
  private Ends secure(Ends ends) throws Exception {
    Call<SSLSocket> peer = callThere(() -> layered(ends.there(), true));
    SSLSocket here = layered(ends.here(), false);
    return new Ends(here, peer.get());
  }

  private SSLSocket layered(Socket socket, boolean client) throws Exception {
    SSLSocket secured =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(socket, "localhost", socket.getPort(), /* autoClose= */ true);
    closeAtEnd(secured);
    secured.setUseClientMode(client);
    secured.startHandshake();
    return secured;
  }

  @Test
  void shouldCarryEncryptedDataBothWays() throws Exception {
    Ends plain = connect();
    Ends ends = secure(plain);
    assertThat(((SSLSocket) ends.here()).getSession().getProtocol()).isEqualTo("TLSv1.3");
    byte[] bytes = randomBytes(500_000, 1);
    Call<Void> writer = start(() -> ends.out().write(bytes));
    Call<Void> peerWriter = startThere(() -> ends.peerOut().write(bytes));
    Call<byte[]> peerReader = callThere(() -> ends.peerIn().readNBytes(bytes.length));
    assertThat(Arrays.equals(ends.in().readNBytes(bytes.length), bytes)).isTrue();
    assertThat(Arrays.equals(peerReader.get(), bytes)).isTrue();
    writer.get();
    peerWriter.get();
    startThere(ends.there()::close).get();
    assertThat(ends.in().read()).isEqualTo(-1);
    ends.here().close();
    assertThat(plain.here().isClosed()).isTrue();
  }

  @Test
  void shouldTimeOutAndReadOn() throws Exception {
    Ends ends = secure(connect());
    ends.here().setSoTimeout(50);
    assertThatThrownBy(() -> ends.in().read()).isInstanceOf(SocketTimeoutException.class);
    ends.here().setSoTimeout(0);
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    send(ends, (byte) 7);
    assertThat(reader.get()).isEqualTo(7);
  }

  /** Whether the reader sees an end or a failure is a race with the JDK's sockets too. */
  @Test
  void shouldWakeAReaderWhenAnotherThreadCloses() throws Exception {
    Ends ends = secure(connect());
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    ends.here().close();
    Throwable thrown = reader.thrown();
    if (thrown == null) {
      assertThat(reader.get()).isEqualTo(-1);
    } else {
      assertThat(thrown).isInstanceOf(SocketException.class);
    }
  }
}
