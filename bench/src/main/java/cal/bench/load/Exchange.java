package cal.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A request and the only right answer to it. Thread-safe as long as nobody moves the buffers'
 * positions: users take duplicates.
 *
 * @param request the bytes to send; direct and read-only, so that all clients share them
 * @param answer the bytes that must come back; of HTTP, the body
 * @param refusal what a wrong answer has in it that means "no room now"; null if there is no such
 * @param next whose answer comes after this one, since both were asked for together; null if none
 * @param last whether a short session ends with it
 */
public record Exchange(
    ByteBuffer request, ByteBuffer answer, String refusal, Exchange next, boolean last) {

  /** Of a server that never refuses. */
  Exchange(byte[] request, byte[] answer) {
    this(request, answer, null);
  }

  Exchange(byte[] request, byte[] answer, String refusal) {
    this(shared(request), ByteBuffer.wrap(answer).asReadOnlyBuffer(), refusal, null, true);
  }

  /** Some that are asked for at once (pipelining), and whether a short session ends with them. */
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
   * Whether the bytes in {@code received} are right so far, the answer's first {@code from} gone;
   * takes those of this answer.
   */
  Progress compare(ByteBuffer received, int from) {
    int left = answer.capacity() - from;
    int length = Math.min(received.remaining(), left);
    int at = received.position();
    if (received.slice(at, length).mismatch(answer.slice(from, length)) >= 0) {
      return Progress.WRONG;
    }
    received.position(at + length);
    return length == left ? Progress.COMPLETE : Progress.PARTIAL;
  }

  /** Whether a wrong answer says that the server has no room now. */
  boolean isRefusal(ByteBuffer wrong) {
    return refusal != null && ISO_8859_1.decode(wrong.duplicate()).toString().contains(refusal);
  }

  /**
   * Whether bytes, or all behind an answer, say that the server ends the connection: an ORB may.
   */
  boolean isFarewell(ByteBuffer received) {
    return refusal != null && Giop.isClose(received);
  }

  /** How far an answer has come. */
  enum Progress {
    PARTIAL,
    COMPLETE,
    WRONG
  }
}
