package cal.reactive.internal.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import cal.core.internal.os.EpollCalls;
import cal.core.internal.os.Linux;
import cal.core.internal.support.Opening;
import cal.reactive.internal.jdk.JdkThreads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * An epoll of Linux. The epoll is edge-triggered: each new event is told once, and nobody has to
 * take an event back. A closed channel leaves by itself.
 */
final class EpollPoller implements Poller {
  static final int READABLE = 0x1;
  static final int WRITABLE = 0x4;

  /** An epoll tells of these two always. */
  private static final int LOST = 0x8 | 0x10;

  /** Urgent data came, or the peer has ended its output, or the connection is lost. */
  static final int IRREGULAR = 0x2 | 0x2000 | LOST;

  private static final int EDGE = 1 << 31;
  private static final int ADD = 1;
  private static final int CHANGE = 3;

  private static final int ALARM = -1;
  private static final int MOST_EVENTS = 1024;

  /** {@code struct epoll_event}: the events, and eight bytes, packed on x86-64 alone. */
  private static final int DATA_AT = System.getProperty("os.arch").equals("amd64") ? 4 : 8;

  private static final int SERIAL_AT = DATA_AT + Integer.BYTES;
  private static final int EVENT_BYTES = DATA_AT + Long.BYTES;

  private final Object lock = new Object();
  private final Arena arena = Arena.ofAuto();

  /** Of the looking thread. */
  private final MemorySegment lookState = Linux.state();

  private final MemorySegment events = arena.allocate((long) EVENT_BYTES * MOST_EVENTS, Long.BYTES);

  /** Guarded by the lock, as are the next two. */
  private final MemorySegment state = Linux.state();

  private final MemorySegment event = arena.allocate(EVENT_BYTES, Long.BYTES);
  private int serial;

  private final int epoll;
  private final int alarm;

  /** By descriptor; replaced by a longer array under the lock. */
  private volatile AtomicReferenceArray<EpollRegistration> registrations =
      new AtomicReferenceArray<>(256);

  private volatile boolean closed;

  /** Made beforehand: a wake-up needs no memory. */
  private final JdkThreads.Call<Void, RuntimeException> waking = this::signal;

  EpollPoller() throws IOException {
    try (Opening opening = new Opening()) {
      epoll = opening.get(() -> EpollCalls.create(state), made -> Linux.close(state, made));
      alarm = opening.get(() -> Linux.eventfd(state), made -> Linux.close(state, made));
      control(ADD, alarm, READABLE | EDGE, ALARM); // each signal is told, so nobody reads it
      opening.complete();
    }
  }

  @Override
  public Registration join(SelectableChannel channel, int operations, ReadinessListener told)
      throws IOException {
    EpollRegistration registration = new EpollRegistration(this, channel, told);
    JdkThreads.pinned(
        () -> {
          synchronized (lock) {
            requireOpen();
            registration.numbered(++serial & Integer.MAX_VALUE);
            put(registration);
            try {
              tell(registration, EpollRegistration.events(operations));
            } catch (IOException refused) {
              registrations.set(registration.descriptor(), null);
              throw refused;
            }
            return null;
          }
        });
    return registration;
  }

  private void put(EpollRegistration registration) {
    AtomicReferenceArray<EpollRegistration> old = registrations;
    AtomicReferenceArray<EpollRegistration> all = old;
    if (registration.descriptor() >= old.length()) {
      all = new AtomicReferenceArray<>(2 * registration.descriptor());
      for (int i = 0; i < old.length(); i++) {
        all.setPlain(i, old.getPlain(i));
      }
    }
    all.set(registration.descriptor(), registration);
    registrations = all;
  }

  /** Forgets a registration with its descriptor about to be closed. */
  void forget(EpollRegistration registration) {
    JdkThreads.pinned(
        () -> {
          synchronized (lock) {
            registrations.compareAndSet(registration.descriptor(), registration, null);
            return null;
          }
        });
  }

  /** Has the epoll tell of more events of a channel, and at once of present events. */
  void arm(EpollRegistration registration, int more) throws IOException {
    JdkThreads.pinned(
        () -> {
          synchronized (lock) {
            requireOpen();
            tell(registration, more);
            return null;
          }
        });
  }

  private void tell(EpollRegistration registration, int more) throws IOException {
    int all = registration.tells() | more | IRREGULAR | EDGE;
    int operation = registration.tells() == 0 ? ADD : CHANGE;
    control(operation, registration.descriptor(), all, registration.serial());
    registration.told(all);
  }

  private void requireOpen() {
    if (closed) {
      throw new ClosedSelectorException();
    }
  }

  private void control(int operation, int descriptor, int tells, int number) throws IOException {
    event.set(JAVA_INT_UNALIGNED, 0, tells);
    event.set(JAVA_INT_UNALIGNED, DATA_AT, descriptor);
    event.set(JAVA_INT_UNALIGNED, SERIAL_AT, number);
    EpollCalls.control(state, epoll, operation, descriptor, event);
  }

  @Override
  public void look(long millis, ReadySet ready) throws IOException {
    int patience = millis == Long.MAX_VALUE ? -1 : (int) Math.min(millis, Integer.MAX_VALUE);
    int count = EpollCalls.await(lookState, epoll, events, MOST_EVENTS, patience);
    AtomicReferenceArray<EpollRegistration> all = registrations;
    for (int i = 0; i < count; i++) {
      long at = (long) EVENT_BYTES * i;
      int descriptor = events.get(JAVA_INT_UNALIGNED, at + DATA_AT);
      int number = events.get(JAVA_INT_UNALIGNED, at + SERIAL_AT);
      EpollRegistration registration = number == ALARM ? null : all.getAcquire(descriptor);
      if (registration != null
          && registration.serial() == number) { // another may have the descriptor by now
        ready.add(registration, registration.found(events.get(JAVA_INT_UNALIGNED, at)));
      }
    }
  }

  @Override
  public void wakeUp() {
    JdkThreads.pinned(waking);
  }

  private Void signal() {
    synchronized (lock) {
      if (!closed) {
        Linux.signal(alarm);
      }
      return null;
    }
  }

  @Override
  public boolean isLazy() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  @Override
  public Collection<EpollRegistration> registrations() {
    List<EpollRegistration> present = new ArrayList<>();
    AtomicReferenceArray<EpollRegistration> all = registrations;
    for (int i = 0; i < all.length(); i++) {
      EpollRegistration registration = all.get(i);
      if (registration != null) {
        present.add(registration);
      }
    }
    return present;
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (!closed) {
        closed = true;
        Linux.close(state, epoll);
        Linux.close(state, alarm);
      }
    }
  }
}
