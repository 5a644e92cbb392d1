package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import cal.core.internal.support.Opening;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The setup of a ring ({@code io_uring_setup(2)}): a descriptor, the memory shared with the kernel,
 * and the places of its parts there. For a single thread.
 */
final class RingMemory {
  static final int SUBMISSION_BYTES = 64;
  static final int COMPLETION_BYTES = 16;

  private static final int SUBMISSION_THREAD = 1 << 1;
  private static final int CLAMP = 1 << 4;
  private static final int DISABLED = 1 << 6;
  private static final int SUBMIT_ALL = 1 << 7;

  /** The kernel does not stop a computing thread to complete entries. */
  private static final int COOPERATIVE = 1 << 8;

  private static final int TELLS_OF_WORK = 1 << 9;
  private static final int SINGLE_ISSUER = 1 << 12;
  private static final int DEFER_TASKRUN = 1 << 13;

  /** Work of the kernel's waits for a call, and says so; Linux 6.1. */
  private static final int OF_ONE_THREAD =
      DISABLED | SINGLE_ISSUER | DEFER_TASKRUN | TELLS_OF_WORK | SUBMIT_ALL;

  /** Kinds of rings, in their order of preference; Linux 5.19, and before. */
  static final int[] ANY = {COOPERATIVE | TELLS_OF_WORK, 0};

  static final int[] ONE_THREAD = {OF_ONE_THREAD};
  static final int[] ONE_THREAD_OR_ANY = {OF_ONE_THREAD, COOPERATIVE | TELLS_OF_WORK, 0};
  static final int[] POLLED = {SUBMISSION_THREAD};

  /** Milliseconds until an idle thread of the kernel sleeps. */
  private static final int REST_MILLIS = 50;

  private static final int UNKNOWN = 22;

  /** One mapping for both rings, no lost completions, waits with a limit, and Linux 5.13. */
  private static final int NEEDED = 1 | (1 << 1) | (1 << 8) | (1 << 10);

  private static final int PARAMETERS_BYTES = 120;
  private static final long SUBMISSIONS_AT = 0x10000000L;

  final int descriptor;
  final MemorySegment rings;
  final MemorySegment submissions;
  final long submissionHead;
  final long submissionTail;
  final long submissionFlags;
  final long completionHead;
  final long completionTail;
  final long completions;
  final int submissionMask;
  final int completionMask;
  private final int kind;

  /** Beside the kernel's; null if none. */
  private MemorySegment own;

  /** Has the system make a ring of the first known kind. */
  RingMemory(int entries, int[] kinds) throws IOException {
    MemorySegment state = Linux.state();
    MemorySegment parameters = Arena.ofAuto().allocate(PARAMETERS_BYTES, 8);
    try (Opening opening = new Opening()) {
      descriptor =
          opening.get(
              () -> setup(state, entries, parameters, kinds), made -> Linux.close(state, made));
      kind = parameters.get(JAVA_INT, 8);
      int features = parameters.get(JAVA_INT, 20);
      if ((features & NEEDED) != NEEDED) {
        throw new IOException("it is older than Linux 5.13");
      }
      submissionHead = parameters.get(JAVA_INT, 40);
      submissionTail = parameters.get(JAVA_INT, 44);
      submissionFlags = parameters.get(JAVA_INT, 56);
      completionHead = parameters.get(JAVA_INT, 80);
      completionTail = parameters.get(JAVA_INT, 84);
      completions = parameters.get(JAVA_INT, 100);
      int submissionEntries = parameters.get(JAVA_INT, 0);
      long array = parameters.get(JAVA_INT, 64);
      long size =
          Math.max(
              completions + (long) COMPLETION_BYTES * parameters.get(JAVA_INT, 4),
              array + (long) Integer.BYTES * submissionEntries);
      rings = mapped(opening, state, size, 0);
      submissionMask = rings.get(JAVA_INT, parameters.get(JAVA_INT, 48));
      completionMask = rings.get(JAVA_INT, parameters.get(JAVA_INT, 88));
      submissions =
          mapped(opening, state, (long) SUBMISSION_BYTES * submissionEntries, SUBMISSIONS_AT);
      for (int i = 0; i < submissionEntries; i++) {
        rings.set(JAVA_INT, array + (long) Integer.BYTES * i, i);
      }
      opening.complete();
    }
  }

  private static int setup(MemorySegment state, int entries, MemorySegment parameters, int[] kinds)
      throws IOException {
    int made = -1;
    for (int i = 0; i < kinds.length && made < 0; i++) {
      parameters.fill((byte) 0);
      parameters.set(JAVA_INT, 8, kinds[i] | CLAMP);
      parameters.set(JAVA_INT, 16, REST_MILLIS);
      made = RingCalls.setup(state, entries, parameters);
    }
    if (made < 0) {
      int errno = Linux.errno(state);
      boolean old = errno == UNKNOWN && kinds[kinds.length - 1] == OF_ONE_THREAD;
      throw new IOException(old ? "it is older than Linux 6.1" : Linux.text(errno));
    }
    return made;
  }

  private MemorySegment mapped(Opening opening, MemorySegment state, long size, long offset)
      throws IOException {
    return opening.get(
        () -> RingCalls.map(state, descriptor, size, offset),
        memory -> RingCalls.unmap(state, memory));
  }

  /** Whether the kernel takes nothing before the ring is enabled. */
  boolean isDisabled() {
    return (kind & DISABLED) != 0;
  }

  /** Whether a thread of the kernel submits. */
  boolean isPolled() {
    return (kind & SUBMISSION_THREAD) != 0;
  }

  /** Memory given back with the ring: the kernel has the pages until it needs them no more. */
  MemorySegment ofOwn(long size) throws IOException {
    own = RingCalls.mapAnew(Linux.state(), size);
    return own;
  }

  void close(MemorySegment state) {
    if (own != null) {
      RingCalls.unmap(state, own);
    }
    RingCalls.unmap(state, submissions);
    RingCalls.unmap(state, rings);
    Linux.close(state, descriptor);
  }
}
