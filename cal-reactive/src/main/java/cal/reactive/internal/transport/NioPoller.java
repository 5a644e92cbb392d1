package cal.reactive.internal.transport;

import cal.core.internal.os.NativeBuffer;
import cal.reactive.internal.jdk.JdkThreads;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.WritableByteChannel;
import java.util.Collection;
import java.util.List;

/** The JDK's selector. */
public final class NioPoller implements Poller {
  private final Selector selector = Selector.open();

  /** Made beforehand: a wake-up needs no memory. */
  private final JdkThreads.Call<Selector, RuntimeException> waking = selector::wakeup;

  NioPoller() throws IOException {}

  @Override
  public Registration join(SelectableChannel channel, int operations, ReadinessListener told)
      throws ClosedChannelException {
    Key registration = new Key(channel, told);
    registration.key =
        JdkThreads.pinned(() -> channel.register(selector, operations, registration));
    return registration;
  }

  @Override
  public void look(long millis, ReadySet ready) throws IOException {
    if (millis == 0) {
      selector.selectNow(key -> add(key, ready));
    } else {
      selector.select(key -> add(key, ready), millis == Long.MAX_VALUE ? 0 : millis);
    }
  }

  private static void add(SelectionKey key, ReadySet ready) {
    Key registration = (Key) key.attachment();
    if (registration.key == null) {
      registration.key = key; // its registration, by another thread, has not returned yet
    }
    try {
      ready.add(registration, key.readyOps());
    } catch (CancelledKeyException closed) {
      ready.add(registration, Registration.INPUT | Registration.OUTPUT);
    }
  }

  @Override
  public void wakeUp() {
    JdkThreads.pinned(waking);
  }

  @Override
  public boolean isLazy() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return selector.isOpen();
  }

  @Override
  public Collection<Registration> registrations() {
    try {
      return selector.keys().stream().map(key -> (Registration) key.attachment()).toList();
    } catch (ClosedSelectorException closedMeanwhile) {
      return List.of();
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }

  /** Reads from a channel perhaps without a loop; the buffer's thread stays on its carrier. */
  public static int read(ReadableByteChannel channel, NativeBuffer into) throws IOException {
    return JdkThreads.pinned(() -> channel.read(into.bytes()));
  }

  /** Writes to such a channel. */
  public static int write(WritableByteChannel channel, NativeBuffer from) throws IOException {
    return JdkThreads.pinned(() -> channel.write(from.bytes()));
  }

  /** A channel with its key, told by the selector as long as the channel is ready. */
  private static final class Key implements Registration {
    private final SelectableChannel channel;
    private final ReadinessListener told;
    private volatile SelectionKey key;

    Key(SelectableChannel channel, ReadinessListener told) {
      this.channel = channel;
      this.told = told;
    }

    @Override
    public ReadinessListener told() {
      return told;
    }

    @Override
    public boolean arm(int operation) {
      try {
        if ((key.interestOps() & operation) == 0) {
          JdkThreads.pinned(() -> key.interestOpsOr(operation));
          told.wakeUp();
        }
        return true;
      } catch (CancelledKeyException closed) {
        return false;
      }
    }

    @Override
    public void disarm(int operations) {
      try {
        JdkThreads.pinned(() -> key.interestOpsAnd(~operations));
      } catch (CancelledKeyException closed) {
        return; // it looks for nothing
      }
    }

    @Override
    public boolean tellsAgain() {
      return true;
    }

    @Override
    public boolean mayHaveMore() {
      return false;
    }

    @Override
    public int read(NativeBuffer into) throws IOException {
      return NioPoller.read((ReadableByteChannel) channel, into);
    }

    @Override
    public int write(NativeBuffer from) throws IOException {
      return NioPoller.write((WritableByteChannel) channel, from);
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      JdkThreads.pinned(
          () -> {
            channel.close();
            return null;
          });
    }
  }
}
