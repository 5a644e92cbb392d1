package cal.proactor.internal.uring;

import cal.core.internal.os.Ring;
import cal.proactor.AioOperation;
import java.util.List;
import java.util.stream.Stream;

/** The operations in a ring, by the keys of their entries. For one thread at a time. */
final class InFlight {
  /** For the kernel to leave the buffers of all operations. */
  private static final long PATIENCE_NANOS = 1_000_000_000;

  /** The bits of a key that tell the slot; the others tell its users apart. */
  private static final int SLOT_BITS = 16;

  private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

  private final AioOperation[] slots;
  private final int[] free;
  private int freeCount;
  private long serial;

  /** After the end of the ring: operations whose buffers the kernel may still use. */
  private List<AioOperation> kept = List.of();

  InFlight(int limit) {
    slots = new AioOperation[limit];
    free = new int[limit];
    for (int slot = 0; slot < limit; slot++) {
      free[freeCount++] = slot;
    }
  }

  /** Gives an operation a slot, and a key. */
  void add(AioOperation operation) {
    int slot = free[--freeCount];
    slots[slot] = operation;
    operation.key((++serial << SLOT_BITS) | slot);
  }

  AioOperation get(long key) {
    return slots[(int) (key & SLOT_MASK)];
  }

  void remove(long key) {
    int slot = (int) (key & SLOT_MASK);
    slots[slot] = null;
    free[freeCount++] = slot;
  }

  /** Takes all operations back from a ring about to be closed: the kernel ends the ring later. */
  void takeBack(Ring ring) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    kept =
        Stream.of(slots)
            .filter(one -> one != null && one.buffer() != null)
            .filter(one -> !ring.takeBack(one.key(), Math.max(0, deadline - System.nanoTime())))
            .toList();
  }

  /** Whether the buffer of an operation is the kernel's, perhaps for good. */
  boolean isKept(AioOperation operation) {
    return kept.contains(operation);
  }
}
