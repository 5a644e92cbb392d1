package cal.reactive;

import cal.core.internal.stage.ActivityThreads;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server on one event loop, for a test to lay siege to: a client's first byte says how it is
 * treated. Its activities wait for lines on standard input; the answers are lines on standard
 * output.
 */
final class BesiegedServer {
  /** The server reads one byte, and the rest much later. */
  static final int FLOOD = 'f';

  /** The server answers with more than the client takes before much later. */
  static final int DEAF = 'd';

  /** The server stores each frame, which takes until much later. */
  static final int PIPELINE = 'p';

  /** The server sends back each frame. */
  static final int GOOD = 'g';

  static final int FLOOD_BYTES = 128 << 10;
  static final int ANSWER_BYTES = 256 << 10;
  static final int FRAMES = 64;
  static final int FRAME_BYTES = 500;

  private static final byte[] ANSWER = new byte[ANSWER_BYTES];

  private final CountDownLatch later = new CountDownLatch(1);
  private final AtomicInteger held = new AtomicInteger();

  private BesiegedServer() {}

  public static void main(String[] arguments) throws Exception {
    BesiegedServer server = new BesiegedServer();
    try (ActivityThreads activities = new ActivityThreads(Map.of("cal.model", "reactive"));
        ServerSocket listener = activities.sockets().serverSocket()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      activities.execute(() -> server.accept(listener, activities));
      System.out.println(listener.getLocalPort());
      server.obey(activities);
    }
  }

  private void obey(ActivityThreads activities) throws IOException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      ReadAheadStatus kept = activities.readAhead().getFirst();
      switch (order) {
        case "held" -> System.out.println(held);
        case "kept" -> System.out.println(kept.bytes());
        case "limit" -> System.out.println(kept.limit());
        default -> later.countDown();
      }
    }
  }

  private void accept(ServerSocket listener, ActivityThreads activities) {
    try {
      while (true) {
        Socket client = listener.accept();
        activities.execute(() -> serve(client));
      }
    } catch (IOException closed) {
      return; // at the end
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      OutputStream out = client.getOutputStream();
      switch (in.read()) {
        case FLOOD -> swallow(in, out);
        case DEAF -> answer(in, out);
        case PIPELINE -> storeFrames(new DataInputStream(in), out);
        default -> echo(in, out);
      }
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException("a client was cut off", failure);
    }
  }

  private void awaitLater() throws InterruptedException {
    held.incrementAndGet();
    later.await();
  }

  private void swallow(InputStream in, OutputStream out) throws IOException, InterruptedException {
    int sum = in.read();
    awaitLater();
    byte[] buffer = new byte[1000];
    for (int left = FLOOD_BYTES - 1; left > 0; ) {
      int count = in.readNBytes(buffer, 0, Math.min(left, buffer.length));
      for (int i = 0; i < count; i++) {
        sum += buffer[i];
      }
      left -= count;
    }
    out.write(sum);
  }

  private void answer(InputStream in, OutputStream out) throws IOException {
    held.incrementAndGet();
    out.write(ANSWER);
    out.write(in.read());
  }

  private void storeFrames(DataInputStream in, OutputStream out)
      throws IOException, InterruptedException {
    for (int i = 0; i < FRAMES; i++) {
      byte[] frame = new byte[in.readUnsignedShort()];
      in.readFully(frame);
      if (i == 0) {
        awaitLater();
      }
      out.write(frame[0]);
    }
  }

  private static void echo(InputStream in, OutputStream out) {
    byte[] frame = new byte[FRAME_BYTES];
    try {
      while (in.readNBytes(frame, 0, frame.length) == frame.length) {
        out.write(frame);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
