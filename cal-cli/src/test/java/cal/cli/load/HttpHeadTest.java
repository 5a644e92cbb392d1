package cal.cli.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.load.exchange.Exchange;
import cal.cli.load.exchange.HttpHead;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHeadTest {
  private static final String RIGHT =
      "HTTP/1.1 200 OK\r\nServer: a\r\ncontent-Length: 12\r\nContent-Type: text/html\r\n\r\n";

  private final HttpHead head = new HttpHead();

  private boolean take(String received) {
    ByteBuffer bytes = ByteBuffer.wrap(received.getBytes(US_ASCII));
    boolean right = head.take(bytes, 12);
    return right && bytes.remaining() == "body".length();
  }

  @Test
  void shouldLeaveTheBody() {
    head.clear();
    assertThat(take(RIGHT + "body")).isTrue();
    head.clear();
    assertThat(take(RIGHT + "body")).as("the next one").isTrue();
  }

  @Test
  void shouldReadAHeadThatComesByteByByte() {
    head.clear();
    for (int i = 0; i < RIGHT.length(); i++) {
      assertThat(head.take(ByteBuffer.wrap(new byte[] {(byte) RIGHT.charAt(i)}), 12)).isTrue();
    }
    assertThat(take("body")).isTrue();
  }

  @Test
  void shouldTellTheFirstByteAndTheBytesOfAnAnswer() {
    Client client = new Client(0, 0, true);
    client.await(new Exchange(new byte[1], "hello, world".getBytes(US_ASCII)));
    client.since = System.nanoTime();
    client.take(ByteBuffer.wrap(new byte[] {'H'}));
    long first = client.firstByte;
    assertThat(first).isGreaterThanOrEqualTo(client.since);
    client.take(ByteBuffer.wrap((RIGHT.substring(1) + "hello, world").getBytes(US_ASCII)));
    assertThat(client.firstByte).as("once").isEqualTo(first);
    Tally tally = new Tally(1);
    tally.answer(client, first + 1_000_000, false);
    assertThat(tally.bytes).isEqualTo(12);
    assertThat(tally.firstByteMicros.getTotalCount()).isEqualTo(1);
    assertThat(tally.firstByteMicros.getMaxValue()).isLessThan(tally.latencyMicros.getMaxValue());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 404 Not Found\r\nContent-Length: 12\r\n\r\nbody",
        "HTTP/1.0 200 OK\r\nContent-Length: 12\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nContent-Length: 12\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nX-Content-Length: 12\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbody"
      })
  void shouldRefuseAnyOtherHead(String received) {
    head.clear();
    assertThat(take(received)).isFalse();
  }
}
