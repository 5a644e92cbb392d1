package cal.reactive.internal.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import cal.core.internal.os.Ring;
import cal.core.internal.support.Arrivals;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Buffers for the kernel's choice at arriving bytes of a socket ({@code
 * io_uring_register_buf_ring(3)}).
 *
 * <p>For the looking thread, except {@link #free}, for any thread.
 */
final class RingBuffers {
  /** A power of two. */
  private static final int COUNT = 1024;

  private static final int BYTES = 2048;
  private static final int TAIL_AT = 14;

  private static final VarHandle SHORT = JAVA_SHORT.varHandle();

  /** A buffer with bytes from the kernel. */
  static final class Chunk extends Arrivals.Link<Chunk> {
    private final ByteBuffer bytes;
    private final int number;

    /** A connection has the buffer, or the buffer was freed just now. */
    private boolean isOut;

    private Chunk(ByteBuffer bytes, int number) {
      this.bytes = bytes;
      this.number = number;
    }

    /** The untaken bytes. */
    ByteBuffer bytes() {
      return bytes;
    }
  }

  private final Chunk[] chunks = new Chunk[COUNT];
  private final Arrivals<Chunk> freed = new Arrivals<>();
  private final long memory;

  /** The buffers for the kernel to fill, in memory of the ring; null without a ring. */
  private MemorySegment entries;

  private short tail;

  /** How many the kernel has filled. */
  private short head;

  /** Makes the buffers, for no ring yet. */
  RingBuffers() {
    ByteBuffer all = ByteBuffer.allocateDirect(COUNT * BYTES);
    memory = MemorySegment.ofBuffer(all).address();
    for (int number = 0; number < COUNT; number++) {
      chunks[number] = new Chunk(all.slice(number * BYTES, BYTES), number);
    }
  }

  /** Gives the kernel all free buffers, for a ring without buffers. */
  void giveTo(Ring ring) throws IOException {
    entries = ring.provide(COUNT);
    tail = 0;
    head = 0;
    for (Chunk chunk = freed.takeAll(); chunk != null; chunk = chunk.next()) {
      chunk.isOut = false;
    }
    for (Chunk chunk : chunks) {
      if (!chunk.isOut) {
        put(chunk.number);
      }
    }
    SHORT.setRelease(entries, (long) TAIL_AT, tail);
  }

  /** Takes all unfilled buffers from the kernel: the ring receives nothing any more. */
  void takeBack() {
    SHORT.setRelease(entries, (long) TAIL_AT, head);
    entries = null;
  }

  private void put(int number) {
    long at = (long) Ring.BUFFER_BYTES * (tail & (COUNT - 1));
    entries.set(JAVA_LONG, at, memory + (long) BYTES * number);
    entries.set(JAVA_INT, at + 8, BYTES);
    entries.set(JAVA_SHORT, at + 12, (short) number);
    tail++;
    chunks[number].isOut = false;
  }

  /** The buffer filled by the kernel. */
  Chunk filled(int number, int count) {
    Chunk chunk = chunks[number];
    head++;
    chunk.isOut = true;
    chunk.bytes.clear().limit(count);
    return chunk;
  }

  /** Takes an unused buffer back. */
  void free(Chunk chunk) {
    freed.add(chunk);
  }

  /** Gives the kernel the freed buffers. */
  void giveBack() {
    if (freed.isEmpty()) {
      return;
    }
    for (Chunk chunk = freed.takeAll(); chunk != null; chunk = chunk.next()) {
      put(chunk.number);
    }
    SHORT.setRelease(entries, (long) TAIL_AT, tail);
  }
}
