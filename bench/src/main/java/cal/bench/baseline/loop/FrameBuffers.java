package cal.bench.baseline.loop;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Direct buffers for frames and answers in pieces, kept for later use: a connection holds a buffer
 * only within such a frame or answer. Confined to a loop.
 */
final class FrameBuffers {
  private static final int STEP = 16 << 10;

  /** Longer ones are rare, and not kept. */
  private static final int KEPT = 128 << 10;

  private final List<Deque<ByteBuffer>> free = new ArrayList<>();

  FrameBuffers() {
    for (int capacity = 0; capacity <= KEPT; capacity += STEP) {
      free.add(new ArrayDeque<>());
    }
  }

  /** An empty buffer for exactly so many bytes. */
  ByteBuffer take(int length) {
    int steps = (length + STEP - 1) / STEP;
    ByteBuffer kept = steps < free.size() ? free.get(steps).pollLast() : null;
    ByteBuffer buffer = kept == null ? ByteBuffer.allocateDirect(steps * STEP) : kept;
    return buffer.clear().limit(length);
  }

  void give(ByteBuffer buffer) {
    int steps = buffer.capacity() / STEP;
    if (steps < free.size()) {
      free.get(steps).addLast(buffer);
    }
  }
}
