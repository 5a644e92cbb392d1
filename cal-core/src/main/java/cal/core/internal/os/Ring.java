package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import cal.core.internal.support.Opening;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * An io_uring of the system (J. Axboe, <i>Efficient IO with io_uring</i>, 2019; {@code
 * io_uring_setup(2)}): two queues in memory shared with the kernel. {@link #enter} submits all
 * entries in one call. For one thread at a time.
 *
 * <pre>
 *  put --&gt; [submissions: head (kernel) .. tail] --enter--&gt; kernel
 *                                                            |
 *  next, given &lt;-- [completions: head .. tail (kernel)] &lt;----'
 * </pre>
 *
 * <p>A ring of one thread is disabled until its thread enters.
 */
public final class Ring {
  /** Operations, which {@link #put} takes. */
  public static final int SYNC = 3;

  public static final int POLL = 6;
  public static final int CANCEL = 14;
  public static final int READ = 22;
  public static final int WRITE = 23;
  public static final int SEND = 26;
  public static final int RECEIVE = 27;

  /** Of a poll: the flags, and the length for repeated completions. */
  public static final int READABLE = 1;

  public static final int WRITABLE = 4;
  public static final int AGAIN_AND_AGAIN = 1;

  /** In the flags of a completion: the entry will have more completions. */
  public static final int MORE_TO_COME = 2;

  private static final int CLAMP = 1 << 4;
  private static final int DISABLED = 1 << 6;
  private static final int SUBMIT_ALL = 1 << 7;

  /** The kernel does not stop a computing thread to complete entries. */
  private static final int COOPERATIVE = 1 << 8;

  private static final int TELLS_OF_WORK = 1 << 9;
  private static final int SINGLE_ISSUER = 1 << 12;
  private static final int DEFER_TASKRUN = 1 << 13;
  private static final int ENABLE = 12;
  private static final int BUFFERS = 22;

  /** In the flags of the submissions: a call has completions to bring. */
  private static final int CALL_FIRST = 1 << 1 | 1 << 2;

  /** Work of the kernel's waits for a call, and says so; Linux 6.1. */
  private static final int OF_ONE_THREAD =
      DISABLED | SINGLE_ISSUER | DEFER_TASKRUN | TELLS_OF_WORK | SUBMIT_ALL;

  private static final int OVERFLOW = 1 << 1;
  private static final int UNKNOWN = 22;

  /** One mapping for both rings, no lost completions, waits with a limit, and Linux 5.13. */
  private static final int NEEDED = 1 | (1 << 1) | (1 << 8) | (1 << 10);

  private static final int GET_EVENTS = 1;
  private static final int LONG_ARGUMENT = 1 << 3;

  private static final int PARAMETERS_BYTES = 120;
  private static final int SUBMISSION_BYTES = 64;
  private static final int COMPLETION_BYTES = 16;
  private static final long SUBMISSIONS_AT = 0x10000000L;

  private static final VarHandle INT = JAVA_INT.varHandle();

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment state = Linux.state();
  private final MemorySegment time = arena.allocate(16, 8);
  private final MemorySegment argument = arena.allocate(24, 8);
  private final int descriptor;
  private final MemorySegment rings;
  private final MemorySegment submissions;
  private final long submissionHead;
  private final long submissionTail;
  private final long submissionFlags;
  private final long completionHead;
  private final long completionTail;
  private final long completions;
  private final int submissionMask;
  private final int completionMask;

  /** The kernel takes nothing before the ring is enabled. */
  private boolean disabled;

  private int tail;
  private int head;
  private long completion;

  /**
   * Makes a ring.
   *
   * @param entries put, at least, before a submission
   * @param oneThread whether one thread alone will call {@link #enter}: then the kernel never
   *     interrupts the thread, and works while the thread waits
   */
  public Ring(int entries, boolean oneThread) throws IOException {
    this(
        entries,
        oneThread
            ? new int[] {OF_ONE_THREAD, COOPERATIVE | TELLS_OF_WORK, 0}
            : new int[] {COOPERATIVE | TELLS_OF_WORK, 0}); // Linux 5.19, and before
  }

  /**
   * Makes a ring whose work waits for its thread, the first thread to enter.
   *
   * @throws IOException if the system refuses, or is older than Linux 6.1
   */
  public static Ring ofOneThread(int entries) throws IOException {
    return new Ring(entries, new int[] {OF_ONE_THREAD});
  }

  /** Makes a ring of the first kind known to the system. */
  private Ring(int entries, int[] kinds) throws IOException {
    MemorySegment parameters = arena.allocate(PARAMETERS_BYTES, 8);
    try (Opening opening = new Opening()) {
      descriptor =
          opening.get(() -> setup(entries, parameters, kinds), made -> Linux.close(state, made));
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
      rings = mapped(opening, size, 0);
      submissionMask = rings.get(JAVA_INT, parameters.get(JAVA_INT, 48));
      completionMask = rings.get(JAVA_INT, parameters.get(JAVA_INT, 88));
      submissions = mapped(opening, (long) SUBMISSION_BYTES * submissionEntries, SUBMISSIONS_AT);
      for (int i = 0; i < submissionEntries; i++) {
        rings.set(JAVA_INT, array + (long) Integer.BYTES * i, i);
      }
      argument.set(JAVA_LONG, 16, time.address());
      opening.complete();
    }
  }

  /** Has the system make a ring of the first known kind. */
  private int setup(int entries, MemorySegment parameters, int[] kinds) throws IOException {
    int made = -1;
    for (int i = 0; i < kinds.length && made < 0; i++) {
      parameters.fill((byte) 0);
      parameters.set(JAVA_INT, 8, kinds[i] | CLAMP);
      made = RingCalls.setup(state, entries, parameters);
      disabled = (kinds[i] & DISABLED) != 0;
    }
    if (made < 0) {
      int errno = Linux.errno(state);
      throw new IOException(
          errno == UNKNOWN && disabled ? "it is older than Linux 6.1" : Linux.text(errno));
    }
    return made;
  }

  private MemorySegment mapped(Opening opening, long size, long offset) throws IOException {
    return opening.get(
        () -> RingCalls.map(state, descriptor, size, offset),
        memory -> RingCalls.unmap(state, memory));
  }

  /** Puts an entry; the other parameters are those of {@code struct io_uring_sqe}. */
  public void put(
      int operation, int file, long offset, long address, int length, int flags, long userData)
      throws IOException {
    while (tail - (int) INT.getAcquire(rings, submissionHead) > submissionMask) {
      enter(0);
    }
    long at = (long) SUBMISSION_BYTES * (tail & submissionMask);
    submissions.asSlice(at, SUBMISSION_BYTES).fill((byte) 0);
    submissions.set(JAVA_INT, at, operation);
    submissions.set(JAVA_INT, at + 4, file);
    submissions.set(JAVA_LONG, at + 8, offset);
    submissions.set(JAVA_LONG, at + 16, address);
    submissions.set(JAVA_INT, at + 24, length);
    submissions.set(JAVA_INT, at + 28, flags);
    submissions.set(JAVA_LONG, at + 32, userData);
    tail++;
    INT.setRelease(rings, submissionTail, tail);
  }

  /**
   * Submits the entries, and waits for a completion.
   *
   * @param nanos to wait at most: 0 does not wait, {@link Long#MAX_VALUE} waits for ever
   */
  public void enter(long nanos) throws IOException {
    if (disabled) {
      disabled = false;
      checked(RingCalls.register(state, descriptor, ENABLE, 0, 0));
    }
    int submit = tail - (int) INT.getAcquire(rings, submissionHead);
    boolean limited = nanos > 0 && nanos != Long.MAX_VALUE;
    if (limited) {
      time.set(JAVA_LONG, 0, TimeUnit.NANOSECONDS.toSeconds(nanos));
      time.set(JAVA_LONG, 8, nanos % TimeUnit.SECONDS.toNanos(1));
    }
    argument.set(JAVA_LONG, 16, limited ? time.address() : 0);
    int least = nanos > 0 ? 1 : 0;
    checked(
        RingCalls.enter(state, descriptor, submit, least, GET_EVENTS | LONG_ARGUMENT, argument));
  }

  /** Whether {@link #enter} may do something although nobody waits. */
  public boolean isToBeEntered() {
    return tail != (int) INT.getAcquire(rings, submissionHead)
        || ((int) INT.getAcquire(rings, submissionFlags) & CALL_FIRST) != 0;
  }

  /** Whether the kernel has completions for which the ring had no room. */
  public boolean hasOverflow() {
    return ((int) INT.getAcquire(rings, submissionFlags) & OVERFLOW) != 0;
  }

  /**
   * Has the kernel choose from buffers.
   *
   * @param description {@code struct io_uring_buf_reg}
   * @throws IOException if the kernel is older than Linux 5.19
   */
  public void provide(MemorySegment description) throws IOException {
    long address = description.address();
    if (RingCalls.register(state, descriptor, BUFFERS, address, 1) < 0) {
      throw new IOException("buffers of io_uring: " + Linux.text(Linux.errno(state)));
    }
  }

  /** An early end of a wait, or entries left for the next call, are no failure. */
  private void checked(int result) throws IOException {
    if (result >= 0) {
      return;
    }
    switch (Linux.errno(state)) {
      case RingCalls.TIME_IS_UP, RingCalls.INTERRUPTED, RingCalls.TRY_AGAIN, RingCalls.BUSY -> {}
      default -> throw new IOException("io_uring: " + Linux.text(Linux.errno(state)));
    }
  }

  /** Whether there is a completion to take. */
  public boolean hasNext() {
    return head != (int) INT.getAcquire(rings, completionTail);
  }

  /** Takes a completion, which the methods below are about from now on. */
  public void next() {
    completion = completions + (long) COMPLETION_BYTES * (head & completionMask);
    head++;
  }

  /** The number given with the entry. */
  public long userData() {
    return rings.get(JAVA_LONG, completion);
  }

  /** The result, or a negative {@code errno}. */
  public int result() {
    return rings.get(JAVA_INT, completion + 8);
  }

  public int flags() {
    return rings.get(JAVA_INT, completion + 12);
  }

  /** Gives the kernel the room of all taken completions. */
  public void given() {
    INT.setRelease(rings, completionHead, head);
  }

  /** Gives the ring back to the system; no operation may use memory by then. */
  public void close() {
    RingCalls.unmap(state, submissions);
    RingCalls.unmap(state, rings);
    Linux.close(state, descriptor);
  }
}
