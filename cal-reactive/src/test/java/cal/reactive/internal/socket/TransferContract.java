package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Moving bytes: all of them arrive, in order, and only who has to wait waits. */
abstract class TransferContract extends SocketFixture {
  private static final int FIVE_MB = 5 * 1_024 * 1_024;

  TransferContract(SocketContract contract) {
    super(contract);
  }

  @ParameterizedTest(name = "{0} bytes in chunks of up to {1}")
  @CsvSource({
    "1,1",
    "2,5",
    "100,7",
    "1000,1000",
    "8191,100",
    "8192,8192",
    "65537,3000",
    "131073,200000",
    "100000,17",
    "1000000,1500",
    "5242880,16384",
    "5242880,300000"
  })
  void shouldReturnWhatWasSentWhateverTheChunks(int length, int chunk) throws Exception {
    Ends ends = connect();
    byte[] sent = randomBytes(length, length);
    Call<Void> echo =
        startThere(
            () -> {
              copy(ends.peerIn(), ends.peerOut(), chunk, 1);
              ends.there().shutdownOutput();
            });
    Call<Void> writer =
        start(
            () -> {
              copy(new ByteArrayInputStream(sent), ends.out(), chunk, 2);
              ends.here().shutdownOutput();
            });
    ByteArrayOutputStream received = new ByteArrayOutputStream(length);
    copy(ends.in(), received, chunk, 3);
    assertThat(Arrays.equals(received.toByteArray(), sent)).as("what came is what went").isTrue();
    writer.get();
    echo.get();
  }

  /** Copies to the end, in chunks and from offsets that are random but the same each time. */
  private static void copy(InputStream in, OutputStream out, int chunk, long seed)
      throws Exception {
    Random random = new Random(seed);
    byte[] buffer = new byte[chunk + 10];
    for (; ; ) {
      int offset = random.nextInt(10);
      int n = in.read(buffer, offset, 1 + random.nextInt(chunk));
      if (n < 0) {
        return;
      }
      out.write(buffer, offset, n);
    }
  }

  @Test
  void shouldLetOnlyTheWriterWaitWhenThePeerDoesNotRead() throws Exception {
    Ends slow = connect().narrow();
    Ends other = connect();
    byte[] sent = randomBytes(FIVE_MB, 1);
    Call<Void> writer = start(() -> slow.out().write(sent)).blockedIn("write");
    for (int i = 0; i < 20; i++) {
      send(other, (byte) i);
      assertThat(other.in().read()).isEqualTo(i);
    }
    send(slow, (byte) 42);
    assertThat(slow.in().read()).as("the other way is free").isEqualTo(42);
    assertThat(writer.hasEnded()).isFalse();
    byte[] received = callThere(() -> slow.peerIn().readNBytes(FIVE_MB)).get();
    assertThat(Arrays.equals(received, sent)).isTrue();
    writer.get();
  }

  @Test
  void shouldTransferAnArrayToASlowReader() throws Exception {
    Ends ends = connect().narrow();
    byte[] sent = randomBytes(FIVE_MB, 2);
    Call<Long> writer =
        call(
            () -> {
              long n = new ByteArrayInputStream(sent).transferTo(ends.out());
              ends.here().close();
              return n;
            });
    writer.blockedIn("write");
    byte[] received =
        callThere(
                () -> {
                  byte[] start = ends.peerIn().readNBytes(50_000);
                  writer.blockedIn("write");
                  ByteArrayOutputStream all = new ByteArrayOutputStream(FIVE_MB);
                  all.write(start);
                  copy(ends.peerIn(), all, 10_000, 4);
                  return all.toByteArray();
                })
            .get();
    assertThat(writer.get()).isEqualTo(FIVE_MB);
    assertThat(Arrays.equals(received, sent)).isTrue();
  }

  @Test
  void shouldTransferFromSocketToSocket() throws Exception {
    Ends first = connect();
    Ends second = connect();
    byte[] sent = randomBytes(1_000_000, 3);
    Call<Long> relay =
        call(
            () -> {
              long n = first.in().transferTo(second.out());
              second.here().shutdownOutput();
              return n;
            });
    Call<Void> writer =
        startThere(
            () -> {
              first.peerOut().write(sent);
              first.there().close();
            });
    Call<byte[]> reader = callThere(() -> second.peerIn().readAllBytes());
    assertThat(relay.get()).isEqualTo(sent.length);
    assertThat(Arrays.equals(reader.get(), sent)).isTrue();
    writer.get();
  }

  @Test
  void shouldTransferFromAndToAFile(@TempDir Path folder) throws Exception {
    Ends ends = connect();
    byte[] sent = randomBytes(1_000_000, 5);
    Path from = Files.write(folder.resolve("from"), sent);
    Path to = folder.resolve("to");
    Call<Long> peer =
        callThere(
            () -> {
              long n = ends.peerIn().transferTo(ends.peerOut());
              ends.there().shutdownOutput();
              return n;
            });
    Call<Long> writer =
        call(
            () -> {
              long n;
              try (InputStream file = Files.newInputStream(from)) {
                n = file.transferTo(ends.out());
              }
              ends.here().shutdownOutput();
              return n;
            });
    assertThat(Files.copy(ends.in(), to)).isEqualTo(sent.length);
    assertThat(writer.get()).isEqualTo(sent.length);
    assertThat(peer.get()).isEqualTo(sent.length);
    assertThat(Files.mismatch(from, to)).isEqualTo(-1);
  }

  /** As woven code transfers: the provider of the sockets is asked first. */
  private long transfer(InputStream from, OutputStream to) throws IOException {
    OptionalLong moved = contract.here().sockets().transfer(from, to);
    return moved.isPresent() ? moved.getAsLong() : from.transferTo(to);
  }

  @Test
  void shouldTransferWhatIsLeftOfAFile(@TempDir Path folder) throws Exception {
    Ends ends = connect();
    byte[] bytes = randomBytes(1_000_000, 7);
    Path file = Files.write(folder.resolve("file"), bytes);
    Call<byte[]> reader = callThere(() -> ends.peerIn().readAllBytes());
    try (InputStream from = new FileInputStream(file.toFile())) {
      from.skipNBytes(1_000);
      assertThat(transfer(from, ends.out())).isEqualTo(999_000);
      assertThat(from.read()).isEqualTo(-1);
      assertThat(transfer(from, ends.out())).isZero();
    }
    ends.here().close();
    assertThat(reader.get()).isEqualTo(Arrays.copyOfRange(bytes, 1_000, bytes.length));
  }

  /** Files of the system say that they are empty, or longer than they are; a pipe has no size. */
  @ParameterizedTest
  @ValueSource(strings = {"/proc/self/status", "/sys/kernel/mm/transparent_hugepage/enabled"})
  void shouldTransferAFileThatDoesNotKnowItsSize(Path file) throws Exception {
    assumeTrue(Files.isReadable(file), "this system has no such file");
    Ends ends = connect();
    Call<byte[]> reader = callThere(() -> ends.peerIn().readAllBytes());
    long sent;
    try (InputStream from = new FileInputStream(file.toFile())) {
      sent = transfer(from, ends.out());
    }
    ends.here().close();
    assertThat(sent).isPositive();
    assertThat(reader.get()).hasSize((int) sent);
  }

  @Test
  void shouldTransferAPipe(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(isPipe(pipe), "this system makes no named pipes");
    Ends ends = connect();
    Call<byte[]> reader = callThere(() -> ends.peerIn().readAllBytes());
    Call<Path> writer =
        call(Side.onPlatformThreads(Side.JDK), () -> Files.write(pipe, new byte[10]));
    try (InputStream from = new FileInputStream(pipe.toFile())) {
      assertThat(transfer(from, ends.out())).isEqualTo(10);
    }
    writer.get();
    ends.here().close();
    assertThat(reader.get()).hasSize(10);
  }

  private static boolean isPipe(Path pipe) throws Exception {
    try {
      return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
    } catch (IOException none) {
      return false;
    }
  }

  @Test
  void shouldSayThatAFileIsClosedAndKeepTheSocket(@TempDir Path folder) throws Exception {
    Ends ends = connect();
    InputStream from = new FileInputStream(Files.write(folder.resolve("f"), new byte[9]).toFile());
    from.close();
    assertThatThrownBy(() -> transfer(from, ends.out()))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("Stream Closed");
    ends.out().write(1);
    assertThat(callThere(() -> ends.peerIn().read()).get()).isEqualTo(1);
  }

  @Test
  void shouldSayThatAFileIsClosedWhileItIsSent(@TempDir Path folder) throws Exception {
    Ends ends = connect().narrow();
    Path file = Files.write(folder.resolve("file"), new byte[FIVE_MB]);
    InputStream from = closeAtEnd(new FileInputStream(file.toFile()));
    Call<Long> writer = call(() -> transfer(from, ends.out())).blockedIn("transfer");
    from.close();
    Call<byte[]> reader = callThere(() -> ends.peerIn().readAllBytes());
    assertThat(writer.thrown()).isExactlyInstanceOf(IOException.class).hasMessage("Stream Closed");
    ends.here().close();
    reader.get();
  }

  @Test
  void shouldTransferAFileThoughItsThreadIsInterrupted(@TempDir Path folder) throws Exception {
    Ends ends = connect();
    Path file = Files.write(folder.resolve("file"), new byte[100]);
    try (InputStream from = new FileInputStream(file.toFile())) {
      Thread.currentThread().interrupt();
      assertThat(transfer(from, ends.out())).isEqualTo(100);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(from.read()).as("the file is open").isEqualTo(-1);
    }
    assertThat(callThere(() -> ends.peerIn().readNBytes(100)).get()).hasSize(100);
  }

  @Test
  void shouldBlameTheSocketIfItsPeerIsGone(@TempDir Path folder) throws Exception {
    Ends ends = connect();
    Path file = Files.write(folder.resolve("file"), new byte[FIVE_MB]);
    Ends.reset(ends.there());
    try (InputStream from = new FileInputStream(file.toFile())) {
      OutputStream out = ends.out();
      assertThatThrownBy(() -> transfer(from, out)).isInstanceOf(SocketException.class);
      ends.here().close();
      assertThatThrownBy(() -> transfer(from, out))
          .isInstanceOf(SocketException.class)
          .hasMessage("Socket closed");
    }
  }

  /** As woven code transfers a part of a file to the channel of a stream. */
  private long transferPart(FileChannel from, long position, long count, OutputStream to)
      throws IOException {
    OptionalLong moved = contract.here().sockets().transfer(from, position, count, to);
    return moved.isPresent()
        ? moved.getAsLong()
        : from.transferTo(position, count, Channels.newChannel(to));
  }

  @Test
  void shouldTransferAPartOfAFileAndNoMore(@TempDir Path folder) throws Exception {
    Ends ends = connect();
    byte[] bytes = randomBytes(1_000_000, 8);
    Call<byte[]> reader = callThere(() -> ends.peerIn().readAllBytes());
    try (FileChannel from = FileChannel.open(Files.write(folder.resolve("file"), bytes))) {
      assertThat(transferPart(from, 1_000, 998_000, ends.out())).isEqualTo(998_000);
      assertThat(from.position()).isZero();
      assertThat(transferPart(from, 999_000, Long.MAX_VALUE, ends.out())).isEqualTo(1_000);
      assertThat(transferPart(from, 999_999, 0, ends.out())).isZero();
      assertThat(transferPart(from, 1_000_000, 1, ends.out())).isZero();
      assertThat(transferPart(from, 9_000_000, 1, ends.out())).isZero();
      assertThatThrownBy(() -> transferPart(from, -1, 1, ends.out()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> transferPart(from, 1, -1, ends.out()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    ends.here().close();
    assertThat(reader.get()).isEqualTo(Arrays.copyOfRange(bytes, 1_000, bytes.length));
  }

  @Test
  void shouldTransferAPartOfAFileThatDoesNotKnowItsSize() throws Exception {
    Path status = Path.of("/proc/self/status");
    assumeTrue(Files.isReadable(status), "this system has no such file");
    Ends ends = connect();
    try (FileChannel from = FileChannel.open(status)) {
      assertThat(transferPart(from, 0, 20, ends.out())).isEqualTo(20);
    }
    assertThat(callThere(() -> ends.peerIn().readNBytes(20)).get()).hasSize(20);
  }

  @Test
  void shouldTransferLessOfAFileThatShrinksMeanwhile(@TempDir Path folder) throws Exception {
    Ends ends = connect().narrow();
    Path file = Files.write(folder.resolve("file"), randomBytes(FIVE_MB, 9));
    Call<byte[]> reader;
    try (FileChannel from = closeAtEnd(FileChannel.open(file))) {
      Call<Long> writer =
          call(() -> transferPart(from, 0, FIVE_MB, ends.out())).blockedIn("transferPart");
      Files.write(file, new byte[1]);
      reader = callThere(() -> ends.peerIn().readAllBytes());
      long sent = writer.get();
      assertThat(sent).isLessThan(FIVE_MB);
      ends.here().close();
      assertThat(reader.get()).hasSize((int) sent);
    }
  }

  @Test
  void shouldSayThatAChannelOfAFileIsClosedAndKeepTheSocket(@TempDir Path folder) throws Exception {
    Ends ends = connect();
    FileChannel from = FileChannel.open(Files.write(folder.resolve("f"), new byte[9]));
    from.close();
    assertThatThrownBy(() -> transferPart(from, 0, 9, ends.out()))
        .isExactlyInstanceOf(ClosedChannelException.class);
    ends.out().write(1);
    assertThat(callThere(() -> ends.peerIn().read()).get()).isEqualTo(1);
  }

  @Test
  void shouldCloseTheChannelOfAFileIfItsThreadIsInterrupted(@TempDir Path folder) throws Exception {
    Ends ends = connect();
    FileChannel from = closeAtEnd(FileChannel.open(Files.write(folder.resolve("f"), new byte[9])));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> transferPart(from, 0, 9, ends.out()))
        .isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(from.isOpen()).isFalse();
  }

  @Test
  void shouldDeliverWhatWasWrittenBeforeTheClose() throws Exception {
    Ends ends = connect();
    byte[] sent = randomBytes(200_000, 6);
    Call<byte[]> reader = callThere(() -> ends.peerIn().readAllBytes());
    ends.out().write(sent);
    ends.here().close();
    assertThat(Arrays.equals(reader.get(), sent)).isTrue();
  }

  @Test
  void shouldLoseNoWakeUpInManyShortRounds() throws Exception {
    Ends ends = connect();
    ends.here().setTcpNoDelay(true);
    ends.there().setTcpNoDelay(true);
    int rounds = 3_000;
    Call<Void> echo =
        startThere(
            () -> {
              for (int b; (b = ends.peerIn().read()) >= 0; ) {
                ends.peerOut().write(b);
              }
            });
    for (int i = 0; i < rounds; i++) {
      ends.out().write(i);
      assertThat(ends.in().read()).isEqualTo(i & 0xff);
    }
    ends.here().close();
    echo.get();
  }
}
