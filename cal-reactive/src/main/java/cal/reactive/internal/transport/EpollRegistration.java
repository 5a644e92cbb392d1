package cal.reactive.internal.transport;

import cal.core.internal.os.Linux;
import cal.core.internal.os.NativeBuffer;
import cal.reactive.internal.jdk.JdkThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;

/** A channel of which an epoll tells. */
final class EpollRegistration extends DescriptorRegistration {
  private final EpollPoller poller;
  private final SelectableChannel channel;
  private int serial;

  /** Written under the poller's lock; events are only added. */
  private volatile int tells;

  EpollRegistration(EpollPoller poller, SelectableChannel channel, ReadinessListener told) {
    super(channel, told);
    this.poller = poller;
    this.channel = channel;
  }

  /** Tells this registration from another with the same descriptor before. */
  void numbered(int number) {
    serial = number;
  }

  int serial() {
    return serial;
  }

  /** Operations as events of an epoll. */
  static int events(int operations) {
    return ((operations & INPUT) != 0 ? EpollPoller.READABLE : 0)
        | ((operations & OUTPUT) != 0 ? EpollPoller.WRITABLE : 0);
  }

  /** The events told by the epoll; 0 for an unknown channel. */
  int tells() {
    return tells;
  }

  void told(int events) {
    tells = events;
  }

  /** Notes an event, and translates the event into operations. */
  int found(int event) {
    if ((event & EpollPoller.IRREGULAR) != 0) {
      irregular();
      return INPUT | OUTPUT;
    }
    return ((event & EpollPoller.READABLE) != 0 ? INPUT : 0)
        | ((event & EpollPoller.WRITABLE) != 0 ? OUTPUT : 0);
  }

  /**
   * New input is noted for the next reader, and so asked for once. Room is not noted: room may have
   * come since a write found none, so each writer asks anew.
   */
  @Override
  public boolean arm(int operation) throws IOException {
    if ((operation & INPUT) != 0 && (tells & EpollPoller.READABLE) != 0) {
      return true;
    }
    if (!enter()) {
      return false;
    }
    try {
      poller.arm(this, events(operation));
      return true;
    } catch (ClosedSelectorException closed) {
      return false;
    } finally {
      leave();
    }
  }

  @Override
  public int read(NativeBuffer into) throws IOException {
    requireOpen();
    try {
      int before = signs();
      return found(Linux.receive(descriptor(), into), before);
    } finally {
      leave();
    }
  }

  @Override
  public int read(byte[] into, int offset, int length, NativeBuffer state) throws IOException {
    requireOpen();
    try {
      int before = signs();
      return found(Linux.receive(descriptor(), state.state(), into, offset, length), before);
    } finally {
      leave();
    }
  }

  @Override
  public int read(ReadableByteChannel same, ByteBuffer into) throws IOException {
    int before = signs();
    return found(same.read(into), before);
  }

  @Override
  public void close() throws IOException {
    if (!shut()) {
      return;
    }
    poller.forget(this);
    JdkThreads.pinned(
        () -> {
          channel.close();
          return null;
        });
  }
}
