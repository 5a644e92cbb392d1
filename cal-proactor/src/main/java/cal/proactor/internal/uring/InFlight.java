package cal.proactor.internal.uring;

import cal.proactor.AioOperation;

/** The operations in a ring, by the keys of their entries. For one thread at a time. */
final class InFlight {
  /** The bits of a key that tell the slot; the others tell its users apart. */
  private static final int SLOT_BITS = 16;

  private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

  private final AioOperation[] slots;
  private final int[] free;
  private int freeCount;
  private long serial;

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
}
