package cal.cli.load.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;

/**
 * The head of an answer by HTTP/1.1 (RFC 9112), read piece by piece: status 200 and the length of
 * the body are required. Confined to a loop.
 */
public final class HttpHead {
  private static final byte[] STATUS = "HTTP/1.1 200".getBytes(US_ASCII);
  private static final byte[] LENGTH = "content-length:".getBytes(US_ASCII);
  private static final int TO_LOWER_CASE = 0x20;

  private int line;
  private int column;

  /** Whether the line so far is the begin of a line with the length. */
  private boolean tellsLength;

  private long length;
  private boolean over;

  /** Waits for the next head. */
  public void clear() {
    line = 0;
    column = 0;
    length = -1;
    over = false;
  }

  /**
   * Takes the bytes of the head, and leaves the body.
   *
   * @param expected the length of the body in bytes
   * @return whether the head is right so far
   */
  public boolean take(ByteBuffer received, long expected) {
    while (!over && received.hasRemaining()) {
      byte next = received.get();
      if (next == '\n') {
        over = column == 0;
        line++;
        column = 0;
      } else if (next != '\r') {
        if (line == 0 && column < STATUS.length && next != STATUS[column]) {
          return false;
        }
        field(next);
        column++;
      }
    }
    return !over || length == expected;
  }

  private void field(byte next) {
    if (column < LENGTH.length) {
      boolean same = (next | TO_LOWER_CASE) == LENGTH[column];
      tellsLength = same && (column == 0 || tellsLength);
    } else if (tellsLength && next != ' ') {
      length = Math.max(length, 0) * 10 + next - '0';
    }
  }
}
