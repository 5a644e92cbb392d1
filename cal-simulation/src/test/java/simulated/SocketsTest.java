package simulated;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Network;
import cal.simulation.Simulated;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** Sockets in memory behave as TCP lets them. */
final class SocketsTest {
  private static final int WRITES = 100;

  private ServerSocket listener;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException {
    listener = new ServerSocket(0);
    client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    server = listener.accept();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    listener.close();
  }

  @Simulated(seeds = 50)
  void shouldDeliverAllBytesInOrder() throws Exception {
    byte[] sent = new byte[200_000];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = (byte) (i * 31 + i / 256);
    }
    Thread writer =
        new Thread(
            () -> {
              try {
                client.getOutputStream().write(sent);
                client.shutdownOutput();
              } catch (IOException failure) {
                throw new IllegalStateException(failure);
              }
            });
    writer.start();
    byte[] read = server.getInputStream().readAllBytes();
    assertArrayEquals(sent, read);
    server.getOutputStream().write(7); // half-closed, the other direction is open
    assertEquals(7, client.getInputStream().read());
  }

  @Simulated(seeds = 20)
  void shouldReadPartsOfAWrite() throws Exception {
    byte[] sent = new byte[1_000];
    Arrays.fill(sent, (byte) 1);
    int parts = 0;
    for (int write = 0; write < WRITES; write++) {
      client.getOutputStream().write(sent);
      byte[] into = new byte[1_000];
      for (int read = 0; read < sent.length; parts++) {
        int part = server.getInputStream().read(into, read, sent.length - read);
        assertTrue(part > 0);
        read += part;
      }
      assertArrayEquals(sent, into);
    }
    assertTrue(parts > WRITES, "no write of " + WRITES + " was read in parts");
  }

  @Simulated(seeds = 1)
  void shouldKnowTheOnlyHost() throws Exception {
    assertEquals("localhost", InetAddress.getLocalHost().getHostName());
    assertEquals("localhost", InetAddress.getAllByName("127.0.0.1")[0].getHostName());
  }

  @Simulated(seeds = 10, network = @Network(buffer = 100))
  void shouldHoldAWriterWhileNobodyReads() throws Exception {
    Thread writer =
        new Thread(
            () -> {
              try {
                client.getOutputStream().write(new byte[101]);
              } catch (IOException failure) {
                throw new IllegalStateException(failure);
              }
            });
    writer.start();
    writer.join(60_000);
    assertTrue(writer.isAlive());
    assertEquals(100, server.getInputStream().available());
    assertEquals(101, server.getInputStream().readNBytes(101).length);
    writer.join();
  }

  @Simulated(seeds = 20)
  void shouldEndWaitsInTime() throws Exception {
    client.setSoTimeout(5_000);
    Instant began = Instant.now();
    assertThrows(SocketTimeoutException.class, () -> client.getInputStream().read());
    assertEquals(5, Duration.between(began, Instant.now()).toSeconds());
    listener.setSoTimeout(1_000);
    assertThrows(SocketTimeoutException.class, listener::accept);
  }

  @Tag("measuring")
  @Simulated(seeds = 20)
  void shouldResetWhereBytesAreLeftUnread() throws Exception {
    client.getOutputStream().write(new byte[10]);
    Thread.sleep(100); // until all have arrived
    server.getInputStream().read();
    server.close();
    assertThrows(SocketException.class, () -> client.getInputStream().read());
  }

  @Simulated(seeds = 20)
  void shouldEndAWaitForASocketThatIsClosed() throws Exception {
    Thread closer =
        new Thread(
            () -> {
              try {
                Thread.sleep(1_000);
                server.close();
                listener.close();
              } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
              }
            });
    closer.start();
    assertThrows(SocketException.class, () -> server.getInputStream().read());
    assertThrows(SocketException.class, listener::accept);
    assertEquals(-1, client.getInputStream().read());
  }

  @Simulated(seeds = 20)
  void shouldRefuseAndBindAsASystem() throws Exception {
    int port = listener.getLocalPort();
    assertThrows(BindException.class, () -> new ServerSocket(port).close());
    listener.close();
    assertThrows(
        ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
    listener = new ServerSocket(port);
    InetSocketAddress local = (InetSocketAddress) listener.getLocalSocketAddress();
    assertEquals(port, local.getPort());
  }

  @Tag("measuring")
  @Simulated(seeds = 20)
  void shouldKeepOptions() throws Exception {
    client.setTcpNoDelay(true);
    client.setKeepAlive(true);
    client.setSoLinger(true, 0);
    assertTrue(client.getTcpNoDelay());
    assertTrue(client.getKeepAlive());
    assertEquals(0, client.getSoLinger());
    client.close();
    assertThrows(SocketException.class, () -> server.getInputStream().read());
  }

  @Tag("measuring")
  @Simulated(seeds = 20)
  void shouldKeepAPlatformThreadReadingThatIsInterrupted() throws Exception {
    AtomicInteger read = new AtomicInteger();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    read.set(server.getInputStream().read());
                  } catch (IOException failure) {
                    read.set(-2);
                  }
                  read.addAndGet(Thread.currentThread().isInterrupted() ? 100 : 0);
                });
    Thread.sleep(1_000);
    reader.interrupt();
    Thread.sleep(1_000);
    assertTrue(reader.isAlive());
    client.getOutputStream().write(7);
    reader.join();
    assertEquals(107, read.get());
  }

  @Tag("measuring")
  @Simulated(seeds = 20)
  void shouldCloseTheSocketOfAVirtualThreadThatIsInterrupted() throws Exception {
    AtomicReference<IOException> met = new AtomicReference<>();
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    server.getInputStream().read();
                  } catch (IOException failure) {
                    met.set(failure);
                  }
                });
    Thread.sleep(1_000);
    reader.interrupt();
    reader.join();
    assertEquals("Closed by interrupt", met.get().getMessage());
    assertEquals(-1, client.getInputStream().read());
  }

  @Tag("measuring")
  @Simulated(seeds = 20)
  void shouldDropWhatComesAfterTheEndOfItsInput() throws Exception {
    InputStream input = server.getInputStream();
    client.getOutputStream().write(1);
    Thread.sleep(1_000);
    server.shutdownInput();
    client.getOutputStream().write(2);
    Thread.sleep(1_000);
    assertEquals(0, input.available());
    assertEquals(-1, input.read());
  }

  @Tag("measuring")
  @Simulated(seeds = 1)
  void shouldKnowNoNameThatIsUnresolved() {
    InetSocketAddress nowhere = InetSocketAddress.createUnresolved("nowhere.example", 80);
    Socket socket = new Socket();
    assertThrows(UnknownHostException.class, () -> socket.connect(nowhere));
  }
}
