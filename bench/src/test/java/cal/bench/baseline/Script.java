package cal.bench.baseline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The requests of clients of all manners, and every byte that a server answers: in one piece or in
 * many, pipelined, right or wrong, to the end or not.
 */
public final class Script {
  private static final int RECEIVED_BEFORE_READING = 1 << 20;
  private static final int TINY_WINDOW = 4096;

  private Script() {}

  /** Answers by the name of the client, in hexadecimal. */
  public static Map<String, String> upload(int port) throws Exception {
    Map<String, String> answers = new LinkedHashMap<>(rightUploads(port));
    byte[] many = frames(new Random(1), 200);
    byte[] tooLong = {0, 0x10, 0, 1};
    byte[] negative = {-1, -1, -1, -1, 7};
    answers.put("too long", play(port, List.of(many, tooLong, many)));
    answers.put(
        "too long in pieces", play(port, pieces(join(frame(new Random(5), 9), tooLong), 1)));
    answers.put("negative", play(port, List.of(frame(new Random(6), 70_000), negative)));
    return answers;
  }

  /** Those of them whose lengths are right. */
  static Map<String, String> rightUploads(int port) throws Exception {
    Map<String, String> answers = new LinkedHashMap<>();
    byte[] many = frames(new Random(1), 200);
    answers.put("pipelined", play(port, List.of(many)));
    answers.put("in pieces", play(port, pieces(many, 3000)));
    answers.put("byte by byte", play(port, pieces(frames(new Random(2), 5), 1)));
    answers.put("longest", play(port, List.of(frame(new Random(3), 1 << 20))));
    answers.put("longest in pieces", play(port, pieces(frame(new Random(4), 1 << 20), 100_000)));
    answers.put("ends in header", play(port, List.of(many, new byte[3])));
    answers.put("ends in frame", play(port, List.of(many, new byte[] {0, 0, 9, 9, 1})));
    answers.put("nothing", play(port, List.of()));
    answers.put("reads late", play(port, List.of(new byte[1 << 20])));
    return answers;
  }

  /** Answers by the name of the client, in hexadecimal. */
  public static Map<String, String> factor(int port) throws Exception {
    Map<String, String> answers = new LinkedHashMap<>();
    byte[] many = lines(new Random(1), 60);
    answers.put("pipelined", play(port, List.of(many)));
    answers.put("in pieces", play(port, pieces(many, 7)));
    answers.put("byte by byte", play(port, pieces(lines(new Random(2), 5), 1)));
    for (String wrong :
        new String[] {
          "12x\n6\n",
          "\n",
          "\r\n",
          "0\n",
          "-4\n",
          "12345678901234567890123456\n",
          " 6\n",
          "12345678901234567890123456\r\n",
          "123456789012345678901234567890",
          "6",
          "6\r"
        }) {
      byte[] bytes = wrong.getBytes(ISO_8859_1);
      answers.put("wrong " + wrong.strip(), play(port, List.of(many, bytes)));
      answers.put("wrong in pieces " + wrong.strip(), play(port, pieces(bytes, 1)));
    }
    byte[] hard = "8999999999586000000004757\n6\n".getBytes(ISO_8859_1);
    answers.put("hard", play(port, List.of(hard)));
    answers.put("nothing", play(port, List.of()));
    answers.put("reads late", play(port, List.of("1\n4\n".repeat(20_000).getBytes(ISO_8859_1))));
    return answers;
  }

  /** Sends a part of a request and waits for the end of the stream. */
  static String late(int port, byte[] part) throws Exception {
    try (Socket socket = connect(port)) {
      socket.getOutputStream().write(part);
      return HexFormat.of().formatHex(socket.getInputStream().readAllBytes());
    }
  }

  private static String play(int port, List<byte[]> pieces) throws Exception {
    try (Socket socket = connect(port)) {
      CountDownLatch read = new CountDownLatch(1);
      Thread writer = Thread.ofVirtual().start(() -> write(socket, pieces, read));
      read.await(1, TimeUnit.MINUTES);
      byte[] answers = socket.getInputStream().readAllBytes();
      writer.join();
      return HexFormat.of().formatHex(answers);
    }
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(TINY_WINDOW);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  /** Answers are read when all is sent, or enough to fill the buffers between. */
  private static void write(Socket socket, List<byte[]> pieces, CountDownLatch read) {
    try {
      OutputStream out = socket.getOutputStream();
      int sent = 0;
      for (byte[] piece : pieces) {
        int before = Math.min(piece.length, RECEIVED_BEFORE_READING - sent);
        out.write(piece, 0, before);
        sent += before;
        if (sent == RECEIVED_BEFORE_READING || before < piece.length) {
          read.countDown();
        }
        out.write(piece, before, piece.length - before);
      }
      socket.shutdownOutput();
    } catch (IOException refused) {
      return; // what it has answered is compared
    } finally {
      read.countDown();
    }
  }

  private static List<byte[]> pieces(byte[] bytes, int longest) {
    Random random = new Random(bytes.length);
    List<byte[]> pieces = new ArrayList<>();
    for (int at = 0; at < bytes.length; ) {
      int end = Math.min(bytes.length, at + 1 + random.nextInt(longest));
      pieces.add(Arrays.copyOfRange(bytes, at, end));
      at = end;
    }
    return pieces;
  }

  private static byte[] frames(Random random, int count) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      int length =
          switch (random.nextInt(20)) {
            case 0 -> 0;
            case 1 -> count < 100 ? 100 : 81_920;
            case 2 -> 1023 + random.nextInt(3);
            default -> random.nextInt(200);
          };
      bytes.writeBytes(frame(random, length));
    }
    return bytes.toByteArray();
  }

  private static byte[] frame(Random random, int length) {
    byte[] payload = new byte[length];
    random.nextBytes(payload);
    return ByteBuffer.allocate(4 + length).putInt(length).put(payload).array();
  }

  private static byte[] lines(Random random, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(
          random.nextInt(10) == 0 ? "22794993954179237141472" : 1 + random.nextInt(1 << 30));
      text.append(random.nextInt(5) == 0 ? "\r\n" : "\n");
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private static byte[] join(byte[] one, byte[] other) {
    return ByteBuffer.allocate(one.length + other.length).put(one).put(other).array();
  }
}
