package cal.cli.load.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.cli.load.TestServer;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  @Test
  void shouldKnowTheChecksumOfEveryPayload() {
    Workload upload = Workload.upload(1000);

    assertThat(upload.requestBytes()).isEqualTo(1004);
    assertThat(upload.exchanges())
        .hasSize(16)
        .allSatisfy(
            exchange -> {
              byte[] frame = new byte[1004];
              exchange.request().duplicate().get(frame);
              byte[] payload = java.util.Arrays.copyOfRange(frame, 4, 1004);
              assertThat(ByteBuffer.wrap(frame).getInt()).isEqualTo(1000);
              assertThat(exchange.answer())
                  .isEqualTo(ByteBuffer.allocate(4).putInt(0, TestServer.checksum(payload)));
            });
  }

  @Test
  void shouldRefuseASizeThatNoFrameHas() {
    assertThatThrownBy(() -> Workload.upload((1 << 20) + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("size=1048577 must be 0 to 1048576 bytes");
  }

  @Test
  void shouldCompareAnAnswerPieceByPiece() {
    Exchange exchange = new Exchange(new byte[1], new byte[] {1, 2, 3});

    assertThat(exchange.compare(bytes(1), 0)).isEqualTo(Exchange.Progress.PARTIAL);
    assertThat(exchange.compare(bytes(2, 3), 1)).isEqualTo(Exchange.Progress.COMPLETE);
    assertThat(exchange.compare(bytes(3), 1)).isEqualTo(Exchange.Progress.WRONG);
    ByteBuffer more = bytes(1, 2, 3, 4);
    assertThat(exchange.compare(more, 0)).isEqualTo(Exchange.Progress.COMPLETE);
    assertThat(more.remaining()).as("is of the next answer").isEqualTo(1);
  }

  @Test
  void shouldVisitForSixAndAHalfRequests() {
    int visits = 0;
    int requests = 0;
    for (Exchange group : Workload.visits().exchanges()) {
      visits += group.last() ? 1 : 0;
      int asked = 0;
      for (Exchange part = group; part != null; part = part.next()) {
        asked++;
      }
      assertThat(US_ASCII.decode(group.request().duplicate()).toString().split("GET /"))
          .hasSize(asked + 1);
      requests += asked;
    }
    assertThat((double) requests / visits).isBetween(6.0, 7.0);
  }

  /** The tail holds most of the bytes, and the median is that of the body. */
  @Test
  void shouldHaveFilesInTheSizesOfSurge() {
    List<Integer> sizes = WebFiles.surgeSizes().stream().sorted().toList();
    List<Integer> tail = sizes.stream().filter(size -> size >= 133_000).toList();

    assertThat(tail).hasSize(sizes.size() * 7 / 100);
    assertThat(tail.getLast()).isBetween(2_000_000, 4_000_000);
    assertThat(sizes.get(sizes.size() / 2)).isBetween(8_000, 14_000);
    assertThat(total(tail)).isGreaterThan(total(sizes) / 2);
    assertThat(WebFiles.surge()).hasSameSizeAs(sizes);
  }

  private static long total(List<Integer> sizes) {
    return sizes.stream().mapToLong(Integer::longValue).sum();
  }

  private static ByteBuffer bytes(int... values) {
    ByteBuffer buffer = ByteBuffer.allocate(values.length);
    for (int value : values) {
      buffer.put((byte) value);
    }
    return buffer.flip();
  }
}
