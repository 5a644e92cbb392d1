package cal.cli.load.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import cal.cli.load.result.ErrorKind;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A request and the only right answer. Thread-safe as long as nobody moves the buffers' positions:
 * users take duplicates.
 *
 * @param request the bytes to send; direct and read-only, shared by all clients
 * @param answer the right bytes of the answer; of HTTP, the body
 * @param refusal the part of a wrong answer that means "no room now"; null if there is none
 * @param next exchange, asked for together with this exchange; null if none
 * @param last whether a short session ends here
 */
public record Exchange(
    ByteBuffer request, ByteBuffer answer, String refusal, Exchange next, boolean last) {

  /** For a server without refusals. */
  public Exchange(byte[] request, byte[] answer) {
    this(request, answer, null);
  }

  public Exchange(byte[] request, byte[] answer, String refusal) {
    this(shared(request), ByteBuffer.wrap(answer).asReadOnlyBuffer(), refusal, null, true);
  }

  /** Exchanges asked for at once (pipelining), perhaps the last of a short session. */
  static Exchange together(List<Exchange> group, boolean last) {
    ByteBuffer requests =
        ByteBuffer.allocate(group.stream().mapToInt(one -> one.request.capacity()).sum());
    Exchange next = null;
    for (Exchange one : group.reversed()) {
      next = new Exchange(one.request, one.answer, one.refusal, next, last);
    }
    group.forEach(one -> requests.put(one.request.duplicate().clear()));
    return new Exchange(shared(requests.array()), next.answer, next.refusal, next.next, last);
  }

  private static ByteBuffer shared(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer();
  }

  /**
   * Whether the bytes in {@code received} are right so far, after the answer's first {@code from}
   * bytes; takes the bytes of this answer.
   */
  public Progress compare(ByteBuffer received, int from) {
    int left = answer.capacity() - from;
    int length = Math.min(received.remaining(), left);
    int at = received.position();
    if (received.slice(at, length).mismatch(answer.slice(from, length)) >= 0) {
      return from == 0 && takeLine(received) ? Progress.REFUSED : Progress.WRONG;
    }
    received.position(at + length);
    return length == left ? Progress.COMPLETE : Progress.PARTIAL;
  }

  /** Takes a refusal that is a line, and all that has come. */
  private boolean takeLine(ByteBuffer wrong) {
    boolean whole =
        refusal != null
            && refusal.endsWith("\n")
            && ISO_8859_1.decode(wrong.duplicate()).toString().equals(refusal);
    if (whole) {
      wrong.position(wrong.limit());
    }
    return whole;
  }

  /** Whether a wrong answer means "no room now". */
  public boolean isRefusal(ByteBuffer wrong) {
    return refusal != null && ISO_8859_1.decode(wrong.duplicate()).toString().contains(refusal);
  }

  /**
   * Whether bytes, or the rest behind an answer, announce the end of the connection: an ORB may.
   */
  public boolean isFarewell(ByteBuffer received) {
    return refusal != null && Giop.isClose(received);
  }

  /** Tells bytes by which a server ends the connection from a mistake. */
  public ErrorKind closedOr(ErrorKind mistake, ByteBuffer received) {
    return isFarewell(received) ? ErrorKind.CLOSED : mistake;
  }

  /** How far an answer has come. */
  public enum Progress {
    PARTIAL,
    COMPLETE,
    /** By a line: the connection goes on. */
    REFUSED,
    WRONG
  }
}
