package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Network;
import cal.simulation.Simulated;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A write is whole beside other writes; options and selectors beside each other as in the JDK. */
final class WholeWritesTest {
  private static final int FRAME = 200;

  private static byte[] frame(int letter) {
    byte[] frame = new byte[FRAME];
    Arrays.fill(frame, (byte) letter);
    return frame;
  }

  private static FutureTask<Void> begin(Callable<Void> body) {
    FutureTask<Void> task = new FutureTask<>(body);
    new Thread(task).start();
    return task;
  }

  private interface Sender {
    void send(byte[] frame) throws IOException;
  }

  /** Sends six frames, three by each thread. */
  private static void sendByTwoThreads(Sender sender) {
    for (int letter = 'a'; letter <= 'b'; letter++) {
      byte[] frame = frame(letter);
      FutureTask<Void> unused =
          begin(
              () -> {
                for (int i = 0; i < 3; i++) {
                  sender.send(frame);
                }
                return null;
              });
    }
  }

  private static void requireWhole(InputStream in, int frames) throws IOException {
    DataInputStream data = new DataInputStream(in);
    for (int i = 0; i < frames; i++) {
      byte[] read = new byte[FRAME];
      data.readFully(read);
      assertEquals(Arrays.toString(frame(read[0])), Arrays.toString(read));
    }
  }

  @Simulated(seeds = 20, network = @Network(buffer = 64))
  void shouldKeepFramesOfTwoThreadsWhole() throws Exception {
    try (ServerSocket listener = new ServerSocket(0);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
        Socket served = listener.accept()) {
      sendByTwoThreads(frame -> client.getOutputStream().write(frame));
      requireWhole(served.getInputStream(), 6);
    }
  }

  @Simulated(seeds = 20)
  void shouldGatherAtOnce() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(null);
        SocketChannel client = SocketChannel.open(listener.getLocalAddress());
        SocketChannel served = listener.accept()) {
      sendByTwoThreads(
          frame ->
              client.write(
                  new ByteBuffer[] {
                    ByteBuffer.wrap(frame, 0, 10), ByteBuffer.wrap(frame, 10, FRAME - 10)
                  }));
      requireWhole(Channels.newInputStream(served), 6);
    }
  }

  @Simulated(seeds = 5)
  void shouldWriteAllAndReadNothingWithoutRoom() throws Exception {
    try (ServerSocketChannel listener =
            ServerSocketChannel.open(StandardProtocolFamily.INET).bind(null);
        SocketChannel client = SocketChannel.open(StandardProtocolFamily.INET)) {
      client.connect(listener.getLocalAddress());
      try (SocketChannel served = listener.accept()) {
        assertEquals(0, served.read(ByteBuffer.allocate(0)));
        ByteBuffer large = ByteBuffer.allocate(200_000);
        FutureTask<Void> written =
            begin(
                () -> {
                  assertEquals(200_000, client.write(large));
                  client.shutdownOutput();
                  return null;
                });
        assertEquals(200_000, Channels.newInputStream(served).readAllBytes().length);
        written.get();
      }
    }
  }

  @Simulated(seeds = 5)
  void shouldShowTheStateOfItsChannel() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(null);
        SocketChannel client = SocketChannel.open(listener.getLocalAddress())) {
      client.shutdownOutput();
      assertTrue(client.socket().isOutputShutdown());
      assertFalse(client.socket().isInputShutdown());
      Socket socket =
          new Socket(InetAddress.getLoopbackAddress(), listener.socket().getLocalPort());
      InputStream in = socket.getInputStream();
      socket.close();
      assertThrows(SocketException.class, in::available);
    }
  }

  /** A loop of looks, outside the classes under test, lets the others go on. */
  @Simulated(seeds = 5, packages = "none")
  void shouldLookAgainAndAgain() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(null);
        Selector selector = Selector.open()) {
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
      FutureTask<Void> client =
          begin(
              () -> {
                SocketChannel.open(listener.getLocalAddress()).close();
                return null;
              });
      int looks = 0;
      while (selector.selectNow() == 0) {
        looks++;
      }
      assertTrue(looks > 0);
      client.get();
    }
  }

  @Simulated(seeds = 5)
  void shouldEndAnAcceptInTime() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(null)) {
      listener.socket().setSoTimeout(1_000);
      assertThrows(SocketTimeoutException.class, listener.socket()::accept);
      listener.configureBlocking(false);
      assertThrows(IllegalBlockingModeException.class, listener.socket()::accept);
    }
  }

  @Simulated(seeds = 5)
  void shouldWakeEachSelectorOfAListener() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(null);
        Selector one = Selector.open();
        Selector two = Selector.open()) {
      listener.configureBlocking(false);
      listener.register(one, SelectionKey.OP_ACCEPT);
      SelectionKey second = listener.register(two, SelectionKey.OP_ACCEPT);
      FutureTask<Void> woken =
          begin(
              () -> {
                assertEquals(1, one.select());
                return null;
              });
      Thread.sleep(1_000);
      try (SocketChannel client = SocketChannel.open(listener.getLocalAddress())) {
        assertTrue(client.isConnected());
        assertEquals(1, two.select());
        woken.get();
        second.cancel();
        assertEquals(0, two.selectNow());
      }
      assertFalse(second.isValid());
    }
  }

  /** What comes after the end of the input is acknowledged, and dropped. */
  @Simulated(seeds = 20, network = @Network(buffer = 100))
  void shouldEndAWriteThatNobodyWantsToRead() throws Exception {
    try (ServerSocket listener = new ServerSocket(0);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
        Socket served = listener.accept()) {
      served.shutdownInput();
      client.getOutputStream().write(new byte[300]);
    }
  }
}
