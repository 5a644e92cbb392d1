package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading: what a read returns, when it waits, and what it leaves for the next one. */
abstract class ReadContract extends SocketFixture {
  ReadContract(SocketContract contract) {
    super(contract);
  }

  @Test
  void shouldReadEveryValueOfAByteAsAnUnsignedNumber() throws Exception {
    Ends ends = connect();
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    send(ends, all);
    for (int i = 0; i < all.length; i++) {
      assertThat(ends.in().read()).isEqualTo(i);
    }
    Call<byte[]> atPeer = callThere(() -> ends.peerIn().readNBytes(256));
    for (int i = 0; i < all.length; i++) {
      ends.out().write(i + 256 * i);
    }
    assertThat(atPeer.get()).as("a write takes the low 8 bits").isEqualTo(all);
  }

  @Test
  void shouldWaitForTheFirstByteButNotForMore() throws Exception {
    Ends ends = connect();
    byte[] buffer = new byte[100];
    Call<Integer> reader = call(() -> ends.in().read(buffer)).blockedIn("read");
    send(ends, (byte) 1, (byte) 2, (byte) 3);
    assertThat(reader.get()).isBetween(1, 3);
  }

  @Test
  void shouldSayAgainAndAgainThatTheEndIsReached() throws Exception {
    Ends ends = connect();
    InputStream in = ends.in();
    send(ends, (byte) 7);
    ends.there().shutdownOutput();
    assertThat(in.read(new byte[10])).isEqualTo(1);
    for (int i = 0; i < 3; i++) {
      assertThat(in.read()).isEqualTo(-1);
      assertThat(in.read(new byte[10])).isEqualTo(-1);
      assertThat(in.read(new byte[10], 3, 4)).isEqualTo(-1);
      assertThat(in.read(new byte[0])).as("nothing asked for").isZero();
      assertThat(in.available()).isZero();
      assertThat(in.readAllBytes()).isEmpty();
    }
    ends.here().close();
    assertThat(in.read()).as("the end stays known in a closed socket").isEqualTo(-1);
  }

  @Test
  void shouldEndAWaitingReadWhenThePeerCloses() throws Exception {
    Ends ends = connect();
    Call<Integer> reader = call(() -> ends.in().read()).blockedIn("read");
    ends.there().close();
    assertThat(reader.get()).isEqualTo(-1);
    assertThat(ends.here().isClosed()).isFalse();
    assertThat(ends.here().isInputShutdown()).as("that is for this end to say").isFalse();
  }

  @Test
  void shouldNeitherWaitNorReadForALengthOfZero() throws Exception {
    Ends ends = connect();
    InputStream in = ends.in();
    assertThat(in.read(new byte[0])).isZero();
    assertThat(in.read(new byte[8], 8, 0)).isZero();
    ends.out().write(new byte[0]);
    ends.out().write(new byte[8], 8, 0);
    send(ends, (byte) 9);
    arrived(ends, 1);
    assertThat(in.read(new byte[8], 0, 0)).isZero();
    assertThat(in.read()).isEqualTo(9);
    ends.here().close();
    assertThat(in.read(new byte[0])).as("not even of a closed socket").isZero();
  }

  @Test
  void shouldReadIntoTheRangeThatIsAskedFor() throws Exception {
    Ends ends = connect();
    send(ends, randomBytes(20, 1));
    arrived(ends, 20);
    byte[] buffer = new byte[30];
    Arrays.fill(buffer, (byte) -1);
    assertThat(ends.in().read(buffer, 5, 12)).isEqualTo(12);
    assertThat(Arrays.copyOfRange(buffer, 5, 17)).isEqualTo(Arrays.copyOf(randomBytes(20, 1), 12));
    assertThat(Arrays.copyOfRange(buffer, 0, 5)).containsOnly(-1);
    assertThat(Arrays.copyOfRange(buffer, 17, 30)).containsOnly(-1);
    assertThat(ends.in().read(buffer, 29, 1)).isEqualTo(1);
    assertThat(buffer[29]).isEqualTo(randomBytes(20, 1)[12]);
  }

  @ParameterizedTest
  @CsvSource({"-1,1", "0,-1", "0,9", "8,1", "9,0", "1,2147483647", "-2147483648,0"})
  void shouldRefuseARangeOutsideTheArray(int offset, int length) throws Exception {
    Ends ends = connect();
    InputStream in = ends.in();
    OutputStream out = ends.out();
    byte[] eight = new byte[8];
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> in.read(eight, offset, length))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> out.write(eight, offset, length))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> in.read(null, offset, length))
          .isInstanceOf(NullPointerException.class);
      ends.here().close();
    }
  }

  @Test
  void shouldTellHowMuchCanBeReadWithoutWaiting() throws Exception {
    Ends ends = connect();
    InputStream in = ends.in();
    assertThat(in.available()).isZero();
    send(ends, randomBytes(1_000, 2));
    arrived(ends, 1_000);
    assertThat(in.read()).isEqualTo(randomBytes(1_000, 2)[0] & 0xff);
    assertThat(in.available()).as("what is left over").isEqualTo(999);
    assertThat(in.readNBytes(989)).hasSize(989);
    assertThat(in.available()).isEqualTo(10);
    send(ends, randomBytes(5, 3));
    arrived(ends, 15);
    ends.there().shutdownOutput();
    assertThat(in.available()).as("an end that is not read yet counts nothing").isEqualTo(15);
    assertThat(in.readAllBytes()).hasSize(15);
    assertThat(in.available()).isZero();
    ends.here().close();
    assertThatThrownBy(in::available)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket closed");
  }

  @Test
  void shouldSkipAndReadNBytesAcrossTheChunksThatCome() throws Exception {
    Ends ends = connect();
    InputStream in = ends.in();
    byte[] sent = randomBytes(400_000, 4);
    Call<Void> writer =
        startThere(
            () -> {
              for (int at = 0; at < sent.length; at += 1_000) {
                ends.peerOut().write(sent, at, 1_000);
              }
              ends.there().shutdownOutput();
            });
    assertThat(in.readNBytes(150_000)).isEqualTo(Arrays.copyOf(sent, 150_000));
    in.skipNBytes(100_000);
    assertThat(in.skip(0)).isZero();
    assertThat(in.skip(-5)).isZero();
    byte[] buffer = new byte[100_010];
    assertThat(in.readNBytes(buffer, 5, 100_000)).isEqualTo(100_000);
    assertThat(Arrays.copyOfRange(buffer, 5, 100_005))
        .isEqualTo(Arrays.copyOfRange(sent, 250_000, 350_000));
    for (long left = 49_990; left > 0; ) {
      left -= in.skip(left);
    }
    assertThat(in.readNBytes(buffer, 0, 50)).as("as many as there are").isEqualTo(10);
    assertThat(in.skip(1)).isZero();
    assertThatThrownBy(() -> in.skipNBytes(1)).isInstanceOf(EOFException.class);
    writer.get();
  }

  @Test
  void shouldReadMoreAtOnceThanAnyBufferHolds() throws Exception {
    Ends ends = connect();
    byte[] sent = randomBytes(3_000_000, 5);
    Call<Void> writer =
        startThere(
            () -> {
              ends.peerOut().write(sent);
              ends.there().close();
            });
    byte[] received = new byte[sent.length];
    int at = 0;
    for (int n; (n = ends.in().read(received, at, received.length - at)) > 0; ) {
      at += n;
    }
    assertThat(at).isEqualTo(sent.length);
    assertThat(received).isEqualTo(sent);
    writer.get();
  }

  /** Large reads may go past the buffers that small ones use. */
  @Test
  void shouldReadSmallAndLargeRangesInTurns() throws Exception {
    Ends ends = connect();
    byte[] sent = randomBytes(2_000_000, 6);
    Call<Void> writer =
        startThere(
            () -> {
              ends.peerOut().write(sent);
              ends.there().shutdownOutput();
            });
    int[] lengths = {4, 81_920, 1, 16_384, 70_000, 16_383, 200_000, 3};
    byte[] received = new byte[sent.length];
    int at = 0;
    for (int i = 0, n = 0; n >= 0; i++) {
      int length = Math.min(lengths[i % lengths.length], received.length - at);
      byte[] around = new byte[length + 2];
      n = ends.in().read(around, 1, Math.max(length, 1));
      assertThat(n).as("read of %s at %s", length, at).isBetween(-1, length);
      assertThat(around[0]).isZero();
      int count = Math.max(n, 0);
      assertThat(Arrays.copyOfRange(around, 1 + count, around.length)).containsOnly(0);
      System.arraycopy(around, 1, received, at, count);
      at += count;
    }
    assertThat(at).isEqualTo(sent.length);
    assertThat(received).isEqualTo(sent);
    writer.get();
  }

  @Test
  void shouldGiveTheSameDataToAllItsStreams() throws Exception {
    Ends ends = connect();
    InputStream first = ends.in();
    InputStream second = ends.in();
    send(ends, (byte) 1, (byte) 2, (byte) 3, (byte) 4);
    assertThat(new int[] {first.read(), second.read(), first.read(), ends.in().read()})
        .containsExactly(1, 2, 3, 4);
    OutputStream one = ends.out();
    OutputStream two = ends.out();
    one.write(5);
    two.write(6);
    one.flush();
    one.write(7);
    assertThat(callThere(() -> ends.peerIn().readNBytes(3)).get()).containsExactly(5, 6, 7);
    assertThat(first.markSupported()).isFalse();
  }
}
