package cal.bench.baseline.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import cal.core.internal.os.EpollCalls;
import cal.core.internal.os.Linux;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** An epoll of Linux: which of many descriptors are ready. For one thread at a time. */
public final class Epoll {
  public static final int INPUT = 1;
  public static final int ROOM = 4;

  /** The client ended its output, or the connection is lost: these two are always told. */
  public static final int END = 0x2000;

  public static final int LOST = 0x8 | 0x10;

  /** Tells of what is new alone, until the descriptor is changed. */
  public static final int EDGE = 1 << 31;

  /** Tells a single event, until the descriptor is changed. */
  public static final int ONCE = 1 << 30;

  private static final int ADD = 1;
  private static final int CHANGE = 3;
  private static final int MOST_EVENTS = 1024;

  /** {@code struct epoll_event}: an int of events, and eight bytes, which x86-64 alone packs. */
  private static final int DATA_AT = System.getProperty("os.arch").equals("amd64") ? 4 : 8;

  private static final int EVENT_BYTES = DATA_AT + Long.BYTES;

  private final MemorySegment state = Linux.state();
  private final int epoll;
  private final MemorySegment ready =
      Arena.global().allocate((long) EVENT_BYTES * MOST_EVENTS, Long.BYTES);
  private final MemorySegment one = Arena.global().allocate(EVENT_BYTES, Long.BYTES);

  public Epoll() throws IOException {
    epoll = EpollCalls.create(state);
  }

  private Epoll(int present) {
    epoll = present;
  }

  /** The same epoll with memory of its own, for another thread. */
  public Epoll shared() {
    return new Epoll(epoll);
  }

  public void add(int descriptor, int events) throws IOException {
    control(ADD, descriptor, events);
  }

  /** Tells of other events, also of those that are there already. */
  public void change(int descriptor, int events) throws IOException {
    control(CHANGE, descriptor, events);
  }

  private void control(int operation, int descriptor, int events) throws IOException {
    one.set(JAVA_INT, 0, events);
    one.set(JAVA_INT, DATA_AT, descriptor);
    EpollCalls.control(state, epoll, operation, descriptor, one);
  }

  /** How many descriptors are ready; waits for one so many milliseconds, for ever if negative. */
  public int await(int millis) throws IOException {
    return EpollCalls.await(state, epoll, ready, MOST_EVENTS, millis);
  }

  /** Waits for a descriptor, which no other thread is told: 1, or 0 after a signal. */
  public int awaitOne() throws IOException {
    return EpollCalls.await(state, epoll, ready, 1, -1);
  }

  /** Of those that are ready, counted from 0. */
  public int descriptor(int index) {
    return ready.get(JAVA_INT_UNALIGNED, (long) EVENT_BYTES * index + DATA_AT);
  }

  /** Of what it is ready. */
  public int events(int index) {
    return ready.get(JAVA_INT_UNALIGNED, (long) EVENT_BYTES * index);
  }
}
