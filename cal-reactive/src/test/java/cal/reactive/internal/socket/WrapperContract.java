package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The JDK's wrappers of a socket's streams work around these streams. */
abstract class WrapperContract extends SocketFixture {
  WrapperContract(SocketContract contract) {
    super(contract);
  }

  @Test
  void shouldCarryDataStreams() throws Exception {
    Ends ends = connect();
    Call<Void> peer =
        startThere(
            () -> {
              DataOutputStream out =
                  new DataOutputStream(new BufferedOutputStream(ends.peerOut(), 100));
              for (int i = 0; i < 2_000; i++) {
                out.writeInt(i);
                out.writeUTF("number " + i);
                out.writeDouble(i / 2.0);
              }
              out.flush();
              ends.there().shutdownOutput();
            });
    DataInputStream in = new DataInputStream(new BufferedInputStream(ends.in(), 777));
    for (int i = 0; i < 2_000; i++) {
      assertThat(in.readInt()).isEqualTo(i);
      assertThat(in.readUTF()).isEqualTo("number " + i);
      assertThat(in.readDouble()).isEqualTo(i / 2.0);
    }
    assertThatThrownBy(in::readInt).isInstanceOf(EOFException.class);
    peer.get();
  }

  @Test
  void shouldGoOnWithABufferedStreamAfterATimeout() throws Exception {
    Ends ends = connect();
    ends.here().setSoTimeout(30);
    BufferedInputStream in = new BufferedInputStream(ends.in());
    send(ends, (byte) 1, (byte) 2);
    arrived(ends, 2);
    assertThat(in.read()).isEqualTo(1);
    assertThat(in.available()).isEqualTo(1);
    in.mark(10);
    assertThat(in.read()).isEqualTo(2);
    assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
    ends.here().setSoTimeout(0);
    send(ends, (byte) 3);
    assertThat(in.read()).isEqualTo(3);
    in.reset();
    assertThat(in.readNBytes(2)).containsExactly(2, 3);
  }

  @Test
  void shouldCarryObjects() throws Exception {
    Ends ends = connect();
    List<Object> sent = List.of("text", 42, LocalDate.EPOCH, List.of(1L, 2L));
    Call<Object> peer =
        callThere(
            () -> {
              ObjectOutputStream out = new ObjectOutputStream(ends.peerOut());
              out.writeObject(sent);
              out.flush();
              return new ObjectInputStream(ends.peerIn()).readObject();
            });
    ObjectOutputStream out = new ObjectOutputStream(ends.out());
    Object received = new ObjectInputStream(ends.in()).readObject();
    out.writeObject(received);
    out.flush();
    assertThat(peer.get()).isEqualTo(sent);
  }

  @Test
  void shouldCarryLines() throws Exception {
    Ends ends = connect();
    Call<Void> echo =
        startThere(
            () -> {
              BufferedReader in =
                  new BufferedReader(new InputStreamReader(ends.peerIn(), StandardCharsets.UTF_8));
              PrintWriter out = new PrintWriter(ends.peerOut(), true, StandardCharsets.UTF_8);
              for (String line; (line = in.readLine()) != null; ) {
                out.println("you said " + line);
              }
              ends.there().close();
            });
    BufferedReader in =
        new BufferedReader(new InputStreamReader(ends.in(), StandardCharsets.UTF_8));
    OutputStreamWriter out = new OutputStreamWriter(ends.out(), StandardCharsets.UTF_8);
    for (int i = 0; i < 100; i++) {
      assertThat(in.ready()).isFalse();
      out.write("h\u00e9llo \u20ac " + i + "\r\n");
      out.flush();
      assertThat(in.readLine()).isEqualTo("you said h\u00e9llo \u20ac " + i);
    }
    ends.here().shutdownOutput();
    assertThat(in.readLine()).isNull();
    echo.get();
  }

  @Test
  void shouldCarryCompressedStreams() throws Exception {
    Ends ends = connect();
    byte[] sent = randomBytes(300_000, 1);
    Call<Void> peer =
        startThere(
            () -> {
              try (OutputStream out = new GZIPOutputStream(ends.peerOut())) {
                out.write(sent);
              }
            });
    try (InputStream in = new GZIPInputStream(ends.in())) {
      assertThat(in.readAllBytes()).isEqualTo(sent);
    }
    assertThat(ends.here().isClosed()).as("the outermost stream closes the socket").isTrue();
    peer.get();
    assertThat(ends.there().isClosed()).isTrue();
  }

  @Test
  void shouldBeReadAndWrittenAsAChannel() throws Exception {
    Ends ends = connect();
    byte[] sent = randomBytes(100_000, 2);
    Call<Integer> peer =
        callThere(() -> Channels.newChannel(ends.peerOut()).write(ByteBuffer.wrap(sent)));
    ByteBuffer received = ByteBuffer.allocateDirect(sent.length);
    ReadableByteChannel channel = Channels.newChannel(ends.in());
    while (received.hasRemaining()) {
      assertThat(channel.read(received)).isPositive();
    }
    assertThat(received.flip()).isEqualTo(ByteBuffer.wrap(sent));
    assertThat(peer.get()).isEqualTo(sent.length);
  }
}
