package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

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

  /** The size of an entry of {@link #provide}. */
  public static final int BUFFER_BYTES = 16;

  private static final int ENABLE = 12;
  private static final int BUFFERS = 22;
  private static final int EVENTFD = 4;
  private static final int MESSAGE = 31;
  private static final int MESSAGE_OPERATION = 40;

  /** In the flags of the submissions: the kernel's thread sleeps. */
  private static final int WAKE_FIRST = 1;

  /** In the flags of the submissions: a call has completions to bring. */
  private static final int CALL_FIRST = 1 << 1 | 1 << 2;

  private static final int OVERFLOW = 1 << 1;

  private static final int GET_EVENTS = 1;
  private static final int WAKE = 1 << 1;
  private static final int AWAIT_ROOM = 1 << 2;
  private static final int LONG_ARGUMENT = 1 << 3;

  private static final int SUBMISSION_BYTES = RingMemory.SUBMISSION_BYTES;
  private static final int COMPLETION_BYTES = RingMemory.COMPLETION_BYTES;

  private static final VarHandle INT = JAVA_INT.varHandle();

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment state = Linux.state();
  private final MemorySegment time = arena.allocate(16, 8);
  private final MemorySegment argument = arena.allocate(24, 8);
  private final MemorySegment message = arena.allocate(SUBMISSION_BYTES, 8);
  private final RingMemory memory;
  private final int descriptor;
  private final MemorySegment rings;
  private final MemorySegment submissions;

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
    this(new RingMemory(entries, oneThread ? RingMemory.ONE_THREAD_OR_ANY : RingMemory.ANY));
  }

  /**
   * Makes a ring whose work waits for its thread, the first thread to enter.
   *
   * @throws IOException if the system refuses, or is older than Linux 6.1
   */
  public static Ring ofOneThread(int entries) throws IOException {
    return new Ring(new RingMemory(entries, RingMemory.ONE_THREAD));
  }

  /**
   * Makes a ring whose submissions a thread of the kernel polls, with a call after a rest alone.
   */
  public static Ring polled(int entries) throws IOException {
    return new Ring(new RingMemory(entries, RingMemory.POLLED));
  }

  private Ring(RingMemory memory) {
    this.memory = memory;
    descriptor = memory.descriptor;
    rings = memory.rings;
    submissions = memory.submissions;
    disabled = memory.isDisabled();
    argument.set(JAVA_LONG, 16, time.address());
    message.set(JAVA_INT, 0, MESSAGE_OPERATION);
    message.set(JAVA_INT, 4, descriptor);
  }

  /** Puts an entry; the other parameters are those of {@code struct io_uring_sqe}. */
  public void put(
      int operation, int file, long offset, long address, int length, int flags, long userData)
      throws IOException {
    while (tail - (int) INT.getAcquire(rings, memory.submissionHead) > memory.submissionMask) {
      enter(0);
    }
    long at = (long) SUBMISSION_BYTES * (tail & memory.submissionMask);
    submissions.set(JAVA_INT, at, operation);
    submissions.set(JAVA_INT, at + 4, file);
    submissions.set(JAVA_LONG, at + 8, offset);
    submissions.set(JAVA_LONG, at + 16, address);
    submissions.set(JAVA_INT, at + 24, length);
    submissions.set(JAVA_INT, at + 28, flags);
    submissions.set(JAVA_LONG, at + 32, userData);
    submissions.set(JAVA_LONG, at + 40, 0);
    submissions.set(JAVA_LONG, at + 48, 0);
    submissions.set(JAVA_LONG, at + 56, 0);
    tail++;
    INT.setRelease(rings, memory.submissionTail, tail);
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
    int submit = tail - (int) INT.getAcquire(rings, memory.submissionHead);
    boolean limited = nanos > 0 && nanos != Long.MAX_VALUE;
    if (limited) {
      time.set(JAVA_LONG, 0, TimeUnit.NANOSECONDS.toSeconds(nanos));
      time.set(JAVA_LONG, 8, nanos % TimeUnit.SECONDS.toNanos(1));
    }
    argument.set(JAVA_LONG, 16, limited ? time.address() : 0);
    int least = nanos > 0 ? 1 : 0;
    int flags = GET_EVENTS | LONG_ARGUMENT;
    if (memory.isPolled()) {
      flags |= submit > memory.submissionMask ? AWAIT_ROOM : 0;
      VarHandle.fullFence(); // the kernel's thread looks at the tail after the flag
      flags |= (submissionFlags() & WAKE_FIRST) == 0 ? 0 : WAKE;
      if (nanos == 0 && (flags & (WAKE | AWAIT_ROOM)) == 0 && !hasOverflow()) {
        return;
      }
    }
    if (RingCalls.enterPlainly(descriptor, submit, least, flags, argument) < 0) {
      checked(RingCalls.enter(state, descriptor, submit, 0, flags, argument)); // tells the reason
    }
  }

  /**
   * Has an eventfd signalled by each completion.
   *
   * @throws IOException if the system refuses
   */
  public void signal(int eventfd) throws IOException {
    time.set(JAVA_INT, 0, eventfd);
    int result = RingCalls.register(state, descriptor, EVENTFD, time.address(), 1);
    Linux.checked("eventfd of io_uring", result, state);
  }

  /** Gives the number of the completions made by {@link #send}. */
  public void messages(long userData) {
    message.set(JAVA_LONG, 8, userData);
  }

  /**
   * Makes a completion; for any thread.
   *
   * @return false if the system refuses: before Linux 6.13, and for a ring yet disabled
   */
  public boolean send() {
    return RingCalls.registerPlainly(MESSAGE, message.address(), 1) >= 0;
  }

  /** Whether {@link #enter} may do something although nobody waits. */
  public boolean isToBeEntered() {
    return hasUnsubmitted() || (submissionFlags() & CALL_FIRST) != 0;
  }

  /** Whether entries are left for the next call. */
  public boolean hasUnsubmitted() {
    return tail != (int) INT.getAcquire(rings, memory.submissionHead);
  }

  private int submissionFlags() {
    return (int) INT.getAcquire(rings, memory.submissionFlags);
  }

  /** Whether the kernel has completions for which the ring had no room. */
  public boolean hasOverflow() {
    return (submissionFlags() & OVERFLOW) != 0;
  }

  /**
   * Has the kernel choose from buffers.
   *
   * @return entries to fill in, {@code struct io_uring_buf}: memory of this ring alone, since the
   *     kernel looks there until the ring has ended, some time after the close
   * @throws IOException if the kernel is older than Linux 5.19
   */
  public MemorySegment provide(int count) throws IOException {
    MemorySegment entries = memory.ofOwn((long) BUFFER_BYTES * count);
    MemorySegment description = arena.allocate(40, 8); // struct io_uring_buf_reg
    description.set(JAVA_LONG, 0, entries.address());
    description.set(JAVA_INT, 8, count);
    if (RingCalls.register(state, descriptor, BUFFERS, description.address(), 1) < 0) {
      throw new IOException("buffers of io_uring: " + Linux.text(Linux.errno(state)));
    }
    return entries;
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
    return head != (int) INT.getAcquire(rings, memory.completionTail);
  }

  /** Takes a completion, which the methods below are about from now on. */
  public void next() {
    completion = memory.completions + (long) COMPLETION_BYTES * (head & memory.completionMask);
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
    INT.setRelease(rings, memory.completionHead, head);
  }

  /**
   * Takes an entry from the kernel for good, also where {@link #enter} fails.
   *
   * @return false if the kernel may still use the memory of the entry: after the time, and before
   *     Linux 6.0
   */
  public boolean takeBack(long userData, long nanos) {
    boolean maySubmit = memory.isPolled() && hasUnsubmitted();
    return !maySubmit && RingCalls.cancel(descriptor, userData, nanos) == 0;
  }

  /** Gives the ring back to the system; no operation may use memory by then. */
  public void close() {
    memory.close(state);
  }
}
