package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server with a small heap holds out against clients that send what it does not read, do not read
 * what it sends, and do not wait for its answers, and serves the others meanwhile.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MemoryOfPeersTest {
  private static final int OF_EACH_KIND = 600;
  private static final int GOOD = 20;

  private final List<Socket> sockets = new ArrayList<>();
  private final Process server = start();
  private final BufferedReader answers =
      new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
  private final PrintStream orders =
      new PrintStream(server.getOutputStream(), true, StandardCharsets.UTF_8);
  private int port;
  private long limit;

  private static Process start() {
    try {
      return ChildJvm.of(List.of("-Xmx48m", ChildJvm.OPEN), BesiegedServer.class).start();
    } catch (IOException e) {
      throw new AssertionError("no server", e);
    }
  }

  @AfterEach
  void end() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.destroyForcibly();
  }

  @Test
  void shouldHoldOutInASmallHeapAndServeTheOthers() throws Exception {
    port = Integer.parseInt(answers.readLine());
    limit = ask("limit");
    List<Socket> good = connect(GOOD, BesiegedServer.GOOD);
    List<Socket> floods = connect(OF_EACH_KIND, BesiegedServer.FLOOD);
    requireService(good);
    for (int i = 0; i < OF_EACH_KIND; i++) {
      floods.get(i).getOutputStream().write(flood(i));
    }
    requireService(good);
    List<Socket> pipelines = connect(OF_EACH_KIND, BesiegedServer.PIPELINE);
    for (int i = 0; i < OF_EACH_KIND; i++) {
      pipelines.get(i).getOutputStream().write(frames(i));
    }
    requireService(good);
    List<Socket> deaf = connect(OF_EACH_KIND, BesiegedServer.DEAF);
    while (ask("held") < 3 * OF_EACH_KIND) {
      requireService(good);
    }
    requireService(good);

    orders.println("later");
    for (int i = 0; i < OF_EACH_KIND; i++) {
      assertThat(deaf.get(i).getInputStream().readNBytes(BesiegedServer.ANSWER_BYTES))
          .hasSize(BesiegedServer.ANSWER_BYTES);
      deaf.get(i).getOutputStream().write(i);
      assertThat(deaf.get(i).getInputStream().read()).isEqualTo(i & 0xff);
      assertThat(floods.get(i).getInputStream().read()).isEqualTo(sum(flood(i)));
      assertThat(pipelines.get(i).getInputStream().readNBytes(BesiegedServer.FRAMES))
          .containsOnly((byte) i);
    }
    requireService(good);
    assertThat(ask("kept")).as("kept of nobody").isZero();
    orders.close();
    closeAll();
    assertThat(server.waitFor(60, TimeUnit.SECONDS)).as("the server ends").isTrue();
    assertThat(server.exitValue()).isZero();
  }

  private void closeAll() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private long ask(String order) throws IOException {
    orders.println(order);
    String answer = answers.readLine();
    assertThat(answer).as("the server lives").isNotNull();
    return Long.parseLong(answer);
  }

  private List<Socket> connect(int clients, int kind) throws IOException {
    List<Socket> connected = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Socket socket = new Socket();
      sockets.add(socket);
      socket.setReceiveBufferSize(16 << 10);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.getOutputStream().write(kind);
      connected.add(socket);
    }
    return connected;
  }

  /** Each gets its own bytes back, and what is kept is within its limit. */
  private void requireService(List<Socket> good) throws IOException {
    for (int i = 0; i < good.size(); i++) {
      byte[] frame = new byte[BesiegedServer.FRAME_BYTES];
      Arrays.fill(frame, (byte) i);
      OutputStream out = good.get(i).getOutputStream();
      out.write(frame, 0, 3);
      out.write(frame, 3, frame.length - 3);
      assertThat(good.get(i).getInputStream().readNBytes(frame.length)).isEqualTo(frame);
    }
    assertThat(ask("kept")).isLessThanOrEqualTo(limit);
  }

  private static byte[] flood(int client) {
    byte[] bytes = new byte[BesiegedServer.FLOOD_BYTES];
    new Random(client).nextBytes(bytes);
    return bytes;
  }

  private static int sum(byte[] bytes) {
    int sum = 0;
    for (byte one : bytes) {
      sum += one;
    }
    return sum & 0xff;
  }

  private static byte[] frames(int client) {
    byte[] bytes = new byte[BesiegedServer.FRAMES * (2 + BesiegedServer.FRAME_BYTES)];
    Arrays.fill(bytes, (byte) client);
    for (int at = 0; at < bytes.length; at += 2 + BesiegedServer.FRAME_BYTES) {
      bytes[at] = (byte) (BesiegedServer.FRAME_BYTES >> 8);
      bytes[at + 1] = (byte) BesiegedServer.FRAME_BYTES;
    }
    return bytes;
  }
}
