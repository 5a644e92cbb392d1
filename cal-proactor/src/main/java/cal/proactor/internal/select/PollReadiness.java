package cal.proactor.internal.select;

import static java.lang.foreign.ValueLayout.JAVA_INT;

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
import java.util.ArrayList;
import java.util.List;

/** Calls of {@code poll(2)} with all watched sockets, after an entry for the alarm. */
final class PollReadiness implements Readiness {
  /** {@code struct pollfd}: the descriptor, and two bytes each for the events asked and told. */
  private static final int ENTRY_BYTES = 8;

  private static final int EVENTS_AT = 4;
  private static final int TOLD_SHIFT = 16;
  private static final int FIRST_ENTRIES = 64;

  private final MemorySegment state = Linux.state();
  private final List<ChannelHandle> sockets = new ArrayList<>();
  private final DescriptorAlarm alarm;
  private final InterruptibleWait wait;
  private MemorySegment entries = Arena.ofAuto().allocate(ENTRY_BYTES * FIRST_ENTRIES, 8);

  PollReadiness(AioConfig config) throws IOException {
    try (Opening opening = new Opening()) {
      alarm = opening.get(() -> DescriptorAlarm.of(config.interrupt()), Alarm::close);
      set(0, alarm.descriptor(), INPUT);
      sockets.add(null);
      wait = new InterruptibleWait(this::enter, alarm);
      opening.complete();
    }
  }

  private void set(int place, int descriptor, int asked) {
    entries.set(JAVA_INT, (long) ENTRY_BYTES * place, descriptor);
    entries.set(JAVA_INT, (long) ENTRY_BYTES * place + EVENTS_AT, asked);
  }

  @Override
  public boolean isEdge() {
    return false;
  }

  @Override
  public void watch(ChannelHandle socket, Watch watch, int more) {
    if ((watch.events() & more) != 0) {
      return;
    }
    if (watch.events() == 0) {
      watch.place(sockets.size());
      sockets.add(socket);
      long bytes = (long) ENTRY_BYTES * sockets.size();
      if (bytes > entries.byteSize()) {
        entries = Arena.ofAuto().allocate(2 * bytes, 8).copyFrom(entries);
      }
    }
    watch.events(watch.events() | more);
    set(watch.place(), JdkChannels.descriptor(socket.channel()), watch.events());
  }

  @Override
  public void unwatch(ChannelHandle socket, Watch watch, int event) {
    int left = watch.events() & ~event;
    if (left == watch.events()) {
      return;
    }
    watch.events(left);
    int place = watch.place();
    if (left != 0) {
      set(place, JdkChannels.descriptor(socket.channel()), left);
      return;
    }
    ChannelHandle last = sockets.removeLast();
    if (last != socket) {
      sockets.set(place, last);
      ((Watch) last.attachment()).place(place);
      long from = (long) ENTRY_BYTES * sockets.size();
      MemorySegment.copy(entries, from, entries, (long) ENTRY_BYTES * place, ENTRY_BYTES);
    }
  }

  private void enter(long nanos) throws IOException {
    PollCalls.await(state, entries, sockets.size(), PollCalls.millis(nanos));
  }

  /** Looks from the last entry on: another entry takes the place of a removed one. */
  @Override
  public void await(long nanos, Listener listener) throws IOException {
    wait.enter(nanos);
    for (int i = sockets.size() - 1; i >= 0; i--) {
      int told = entries.get(JAVA_INT, (long) ENTRY_BYTES * i + EVENTS_AT) >>> TOLD_SHIFT;
      if (told != 0 && i == 0) {
        alarm.silence();
      } else if (told != 0) {
        ChannelHandle socket = sockets.get(i);
        listener.ready(socket, (Watch) socket.attachment(), told);
      }
    }
  }

  @Override
  public void interrupt() {
    alarm.ring();
  }

  /** A call under way keeps the socket until its end. */
  @Override
  public void closed() {
    alarm.ring();
  }

  @Override
  public void close() {
    alarm.close();
  }
}
