package cal.bench.load;

import java.nio.ByteBuffer;

/**
 * A request and the only right answer to it. Thread-safe as long as nobody moves the buffers'
 * positions: users take duplicates.
 *
 * @param request the bytes to send; direct and read-only, so that all clients share them
 * @param answer the bytes that must come back
 */
record Exchange(ByteBuffer request, ByteBuffer answer) {

  Exchange(byte[] request, byte[] answer) {
    this(shared(request), ByteBuffer.wrap(answer).asReadOnlyBuffer());
  }

  private static ByteBuffer shared(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer();
  }

  /**
   * Whether the bytes in {@code received} are right so far, the answer's first {@code from} gone.
   */
  Progress compare(ByteBuffer received, int from) {
    int at = from;
    while (received.hasRemaining() && at < answer.capacity()) {
      if (received.get() != answer.get(at++)) {
        return Progress.WRONG;
      }
    }
    if (received.hasRemaining()) {
      return Progress.TOO_MUCH;
    }
    return at == answer.capacity() ? Progress.COMPLETE : Progress.PARTIAL;
  }

  /** How far an answer has come. */
  enum Progress {
    PARTIAL,
    COMPLETE,
    WRONG,
    TOO_MUCH
  }
}
