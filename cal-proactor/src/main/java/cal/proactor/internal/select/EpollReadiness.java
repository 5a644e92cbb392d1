package cal.proactor.internal.select;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import cal.core.internal.os.EpollCalls;
import cal.core.internal.os.JdkChannels;
import cal.core.internal.os.Linux;
import cal.core.internal.os.PollCalls;
import cal.core.internal.support.Opening;
import cal.proactor.AioConfig;
import cal.proactor.internal.channel.Alarm;
import cal.proactor.internal.channel.ChannelHandle;
import cal.proactor.internal.channel.DescriptorAlarm;
import cal.proactor.internal.channel.InterruptibleWait;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * An epoll of Linux. A closed socket leaves by itself: an event of another socket with the same
 * descriptor finds no operation, or one whose call is made in vain.
 */
final class EpollReadiness implements Readiness {
  private static final int ADD = 1;
  private static final int REMOVE = 2;
  private static final int CHANGE = 3;
  private static final int EDGE = 1 << 31;

  /** The peer has ended its output. */
  private static final int HALF = 0x2000;

  private static final int MOST_EVENTS = 256;

  /** {@code struct epoll_event}: the events, and eight bytes, packed on x86-64 alone. */
  private static final int DATA_AT = System.getProperty("os.arch").equals("amd64") ? 4 : 8;

  private static final int EVENT_BYTES = DATA_AT + Long.BYTES;

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment events = arena.allocate((long) EVENT_BYTES * MOST_EVENTS, Long.BYTES);
  private final MemorySegment waitState = Linux.state();
  private final MemorySegment state = Linux.state();
  private final MemorySegment event = arena.allocate(EVENT_BYTES, Long.BYTES);
  private final boolean edge;
  private final int epoll;
  private final DescriptorAlarm alarm;
  private final InterruptibleWait wait;
  private int found;

  /** By descriptor; replaced by a longer array by the thread that watches. */
  private volatile AtomicReferenceArray<ChannelHandle> sockets = new AtomicReferenceArray<>(256);

  EpollReadiness(AioConfig config) throws IOException {
    edge = config.waits() == AioConfig.Waits.EPOLL_EDGE;
    try (Opening opening = new Opening()) {
      epoll = opening.get(() -> EpollCalls.create(state), made -> Linux.close(state, made));
      alarm = opening.get(() -> DescriptorAlarm.of(config.interrupt()), Alarm::close);
      control(ADD, alarm.descriptor(), INPUT);
      wait = new InterruptibleWait(this::enter, alarm);
      opening.complete();
    }
  }

  @Override
  public boolean isEdge() {
    return edge;
  }

  @Override
  public void watch(ChannelHandle socket, Watch watch, int more) throws IOException {
    int told = watch.events();
    if ((told & more) == 0) {
      int all = edge ? INPUT | OUTPUT | HALF | EDGE : told | more;
      int descriptor = JdkChannels.descriptor(socket.channel());
      put(descriptor, socket);
      watch.events(all);
      control(told == 0 ? ADD : CHANGE, descriptor, all);
    }
  }

  private void put(int descriptor, ChannelHandle socket) {
    AtomicReferenceArray<ChannelHandle> all = sockets;
    if (descriptor >= all.length()) {
      AtomicReferenceArray<ChannelHandle> longer = new AtomicReferenceArray<>(2 * descriptor);
      for (int i = 0; i < all.length(); i++) {
        longer.setPlain(i, all.getPlain(i));
      }
      all = longer;
      sockets = longer;
    }
    all.set(descriptor, socket);
  }

  @Override
  public void unwatch(ChannelHandle socket, Watch watch, int event) throws IOException {
    int left = watch.events() & ~event;
    int descriptor = JdkChannels.descriptor(socket.channel());
    if (left != watch.events() && sockets.get(descriptor) == socket) { // else that is another's now
      watch.events(left);
      control(left == 0 ? REMOVE : CHANGE, descriptor, left);
    }
  }

  private void control(int operation, int descriptor, int told) throws IOException {
    event.set(JAVA_INT_UNALIGNED, 0, told);
    event.set(JAVA_INT_UNALIGNED, DATA_AT, descriptor);
    EpollCalls.control(state, epoll, operation, descriptor, event);
  }

  private void enter(long nanos) throws IOException {
    found = EpollCalls.await(waitState, epoll, events, MOST_EVENTS, PollCalls.millis(nanos));
  }

  @Override
  public void await(long nanos, Listener listener) throws IOException {
    wait.enter(nanos);
    AtomicReferenceArray<ChannelHandle> all = sockets;
    for (int i = 0; i < found; i++) {
      long at = (long) EVENT_BYTES * i;
      int descriptor = events.get(JAVA_INT_UNALIGNED, at + DATA_AT);
      int told = events.get(JAVA_INT_UNALIGNED, at);
      if (descriptor == alarm.descriptor()) {
        alarm.silence();
      } else {
        ChannelHandle socket = all.get(descriptor);
        Watch watch = (Watch) socket.attachment();
        if ((told & (HALF | LOST)) != 0) {
          watch.end();
        }
        listener.ready(socket, watch, told);
      }
    }
  }

  @Override
  public void interrupt() {
    alarm.ring();
  }

  @Override
  public void closed() {}

  @Override
  public void close() {
    Linux.close(state, epoll);
    alarm.close();
  }
}
