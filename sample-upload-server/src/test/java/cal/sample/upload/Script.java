package cal.sample.upload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Mixed requests of several clients at a time, and every byte that a server answers them. */
final class Script {
  private static final int CLIENTS = 10;
  private static final int REQUESTS = 50;

  private Script() {}

  /** The answers to 500 frames, 0 bytes to 1 MiB, pipelined; one client ends on a bad length. */
  static List<String> upload(int port) throws Exception {
    return play(port, Script::frames);
  }

  /** The answers to 500 lines, some of them wrong, pipelined. */
  static List<String> factor(int port) throws Exception {
    return play(port, Script::lines);
  }

  /**
   * The statistics of all that was served, as one client gets them, with its own address taken out.
   */
  static List<String> statistics(int port) throws IOException {
    List<String> answers = new ArrayList<>();
    try (Client client = new Client(port)) {
      client.send(
          "6\nSTATS\n12\r\nSTATS WAIT 2\nSTATS WAIT 3\nSTATS\nSTATS 4\n".getBytes(ISO_8859_1));
      for (int line = client.read(); line >= 0; line = client.read()) {
        answers.add((char) line + client.readLine().replace(client.address().substring(1), "own"));
      }
    }
    return answers;
  }

  private interface Requests {
    byte[] of(int client) throws IOException;
  }

  private static byte[] frames(int client) throws IOException {
    Random random = new Random(client);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < REQUESTS; i++) {
      int length =
          switch (random.nextInt(20)) {
            case 0 -> 0;
            case 1 -> 81_920;
            case 2 -> i == 7 ? UploadConnection.MAX_LENGTH : 1023 + random.nextInt(3);
            default -> random.nextInt(200);
          };
      byte[] payload = new byte[length];
      random.nextBytes(payload);
      bytes.write(Client.frame(payload));
    }
    if (client == 3) {
      bytes.write(new byte[] {0, 0x10, 0, 1});
    }
    return bytes.toByteArray();
  }

  private static byte[] lines(int client) {
    Random random = new Random(client);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < REQUESTS; i++) {
      text.append(
          switch (random.nextInt(10)) {
            case 0 -> "22794993954179237141472";
            case 1 -> "1";
            case 2 -> new BigInteger(40, random).add(BigInteger.TWO).toString();
            default -> Integer.toString(1 + random.nextInt(1_000_000_000));
          });
      text.append(random.nextInt(5) == 0 ? "\r\n" : "\n");
    }
    if (client % 4 == 1) {
      text.append(client == 1 ? "12x\n" : "12345678901234567890123456\n");
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private static List<String> play(int port, Requests requests) throws Exception {
    List<Callable<String>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      clients.add(() -> answers(port, requests.of(client)));
    }
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<String> all = new ArrayList<>();
      for (Future<String> answers : executor.invokeAll(clients, 60, TimeUnit.SECONDS)) {
        all.add(answers.get());
      }
      return all;
    }
  }

  /** Sends all at once, then reads to the end of the stream, in hexadecimal. */
  private static String answers(int port, byte[] requests) throws Exception {
    try (Client client = new Client(port)) {
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      client.send(requests);
                      client.endOutput();
                    } catch (IOException refused) {
                      // The server has closed the connection: what it answered is compared.
                    }
                  });
      ByteArrayOutputStream answers = new ByteArrayOutputStream();
      for (int b = client.read(); b >= 0; b = client.read()) {
        answers.write(b);
      }
      writer.join();
      return HexFormat.of().formatHex(answers.toByteArray());
    }
  }
}
