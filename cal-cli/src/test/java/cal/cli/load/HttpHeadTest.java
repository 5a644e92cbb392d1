package cal.cli.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

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
