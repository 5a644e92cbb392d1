package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.DataInputStream;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Many threads with one socket, and many sockets: nothing is lost, doubled or left over. */
abstract class SharingContract extends SocketFixture {
  SharingContract(SocketContract contract) {
    super(contract);
  }

  @Test
  void shouldReadAndWriteAtTheSameTime() throws Exception {
    Ends ends = connect().narrow();
    byte[] bytes = randomBytes(2_000_000, 1);
    Call<Void> writer = start(() -> ends.out().write(bytes));
    Call<byte[]> reader = call(() -> ends.in().readNBytes(bytes.length));
    Call<Void> peerWriter = startThere(() -> ends.peerOut().write(bytes));
    Call<byte[]> peerReader = callThere(() -> ends.peerIn().readNBytes(bytes.length));
    assertThat(Arrays.equals(reader.get(), bytes)).isTrue();
    assertThat(Arrays.equals(peerReader.get(), bytes)).isTrue();
    writer.get();
    peerWriter.get();
  }

  @Test
  void shouldNeitherLoseNorDoubleAByteBetweenTwoReaders() throws Exception {
    Ends ends = connect();
    byte[] bytes = randomBytes(1_000_000, 2);
    List<Call<long[]>> readers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int seed = i;
      readers.add(call(() -> countUntilTheEnd(ends.in(), seed)));
    }
    startThere(
            () -> {
              for (int at = 0; at < bytes.length; at += 10_000) {
                ends.peerOut().write(bytes, at, 10_000);
              }
              ends.there().close();
            })
        .get();
    long[] sum = new long[256];
    for (Call<long[]> reader : readers) {
      long[] count = reader.get();
      Arrays.setAll(sum, value -> sum[value] + count[value]);
    }
    long[] expected = new long[256];
    for (byte b : bytes) {
      expected[b & 0xff]++;
    }
    assertThat(sum).isEqualTo(expected);
  }

  /** How often each value is read. */
  private static long[] countUntilTheEnd(InputStream in, long seed) throws Exception {
    Random random = new Random(seed);
    long[] count = new long[256];
    byte[] buffer = new byte[5_000];
    for (int n; (n = in.read(buffer, 0, 1 + random.nextInt(5_000))) > 0; ) {
      for (int i = 0; i < n; i++) {
        count[buffer[i] & 0xff]++;
      }
    }
    return count;
  }

  @Test
  void shouldWriteWhatEachOfManyWritersGivesItAtOnceInOnePiece() throws Exception {
    Ends ends = connect();
    int writers = 4;
    int rounds = 3;
    List<Call<Void>> calls = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      byte[] piece = new byte[300_000];
      Arrays.fill(piece, (byte) w);
      calls.add(
          start(
              () -> {
                for (int round = 0; round < rounds; round++) {
                  ends.out().write(piece);
                }
              }));
    }
    startThere(
            () -> {
              DataInputStream in = new DataInputStream(ends.peerIn());
              byte[] piece = new byte[300_000];
              byte[] expected = new byte[300_000];
              for (int i = 0; i < writers * rounds; i++) {
                in.readFully(piece);
                Arrays.fill(expected, piece[0]);
                assertThat(Arrays.equals(piece, expected)).as("piece %d is whole", i).isTrue();
              }
            })
        .get();
    for (Call<Void> call : calls) {
      call.get();
    }
  }

  @Test
  void shouldServeEveryKindOfThreadInTurn() throws Exception {
    Ends ends = connect();
    byte[] much = randomBytes(300_000, 3);
    for (Side side : everyKindOfThread()) {
      Call<Integer> reader = call(side, () -> ends.in().read()).blockedIn("read");
      send(ends, (byte) 1, (byte) 2);
      assertThat(reader.get()).isEqualTo(1);
      assertThat(call(side, () -> ends.in().read()).get()).as("what was left").isEqualTo(2);
      Call<byte[]> all = call(side, () -> ends.in().readNBytes(much.length));
      startThere(() -> ends.peerOut().write(much)).get();
      assertThat(Arrays.equals(all.get(), much)).isTrue();
      Call<byte[]> peer = callThere(() -> ends.peerIn().readNBytes(much.length));
      call(
              side,
              () -> {
                ends.out().write(much);
                return null;
              })
          .get();
      assertThat(Arrays.equals(peer.get(), much)).isTrue();
    }
  }

  @Test
  void shouldLetReadersOfOneSocketTakeTurns() throws Exception {
    Ends ends = connect();
    List<Call<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      readers.add(call(() -> ends.in().read()).blockedIn("read"));
    }
    int sum = 0;
    for (int i = 1; i <= 5; i++) {
      send(ends, (byte) i);
    }
    for (Call<Integer> reader : readers) {
      sum += reader.get();
    }
    assertThat(sum).isEqualTo(15);
  }

  @Test
  void shouldLeaveNoFileDescriptorBehind() throws Exception {
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    openAndClose(20);
    long before = system.getOpenFileDescriptorCount();
    openAndClose(1_000);
    eventually(
        "of 1,000 sockets none is left, before=" + before,
        () -> system.getOpenFileDescriptorCount() <= before + 20);
  }

  /** Sockets in all states, also such that are closed while somebody waits for them. */
  private void openAndClose(int sockets) throws Exception {
    try (ServerSocket server = contract.here().sockets().serverSocket()) {
      server.bind(loopback());
      for (int i = 0; i < sockets; i += 5) {
        try (ServerSocket bound = contract.here().sockets().serverSocket();
            Socket fresh = contract.here().sockets().socket();
            Socket alone = contract.here().sockets().socket();
            Socket client = contract.here().sockets().socket()) {
          bound.bind(loopback());
          alone.bind(loopback());
          assertThat(fresh.getKeepAlive()).isFalse();
          client.connect(server.getLocalSocketAddress());
          try (Socket accepted = server.accept()) {
            client.getOutputStream().write(1);
            assertThat(accepted.getInputStream().read()).isEqualTo(1);
            closeWhileReading(accepted, i % 50 == 0);
          }
        }
      }
    }
  }

  private void closeWhileReading(Socket socket, boolean reading) throws Exception {
    if (reading) {
      Call<Integer> reader = call(() -> socket.getInputStream().read()).blockedIn("read");
      Ends.reset(socket);
      assertThat(reader.thrown()).hasMessage("Socket closed");
    } else {
      Ends.reset(socket);
    }
  }
}
