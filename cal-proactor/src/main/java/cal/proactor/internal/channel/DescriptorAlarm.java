package cal.proactor.internal.channel;

import cal.core.internal.os.Linux;
import cal.core.internal.os.PollCalls;
import cal.proactor.AioConfig;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** An alarm by a descriptor to be waited for: an eventfd, or a pipe. */
public final class DescriptorAlarm extends Alarm {
  private static final int ROOM = 1 << 10;
  private static final int READABLE = 1;

  private final MemorySegment unread = Linux.state();
  private final MemorySegment state = Linux.state();
  private final MemorySegment room = Arena.ofAuto().allocate(ROOM, Long.BYTES);
  private final MemorySegment entry = Arena.ofAuto().allocate(ValueLayout.JAVA_INT, 2);
  private final int in;
  private final int out;

  private DescriptorAlarm(int in, int out) {
    this.in = in;
    this.out = out;
    entry.setAtIndex(ValueLayout.JAVA_INT, 0, in);
    entry.setAtIndex(ValueLayout.JAVA_INT, 1, READABLE);
  }

  /** The alarm of a configuration: a pipe, or an eventfd by default. */
  public static DescriptorAlarm of(AioConfig.Interrupt kind) throws IOException {
    return kind == AioConfig.Interrupt.PIPE ? pipe() : eventfd();
  }

  /** An alarm by an eventfd. */
  public static DescriptorAlarm eventfd() throws IOException {
    int made = Linux.eventfd(Linux.state());
    return new DescriptorAlarm(made, made);
  }

  private static DescriptorAlarm pipe() throws IOException {
    int[] ends = PollCalls.pipe(Linux.state());
    return new DescriptorAlarm(ends[0], ends[1]);
  }

  /** The descriptor, readable from the alarm until {@link #silence}. */
  public int descriptor() {
    return in;
  }

  /** Waits for the alarm itself, and silences the alarm; for one thread at a time. */
  public void await(long nanos) throws IOException {
    PollCalls.await(state, entry, 1, PollCalls.millis(nanos));
    silence();
  }

  /** Forgets the alarms until now; for one thread at a time. */
  public void silence() {
    PollCalls.drain(in, room);
  }

  @Override
  protected void signal() {
    Linux.signal(out);
  }

  @Override
  protected void release() {
    Linux.close(unread, in);
    if (out != in) {
      Linux.close(unread, out);
    }
  }
}
