package cal.reactive.internal.step;

import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.SelectorProvider;

/**
 * A channel without a descriptor, and its key: thousands of them cost nothing. The actor that plays
 * the loop calls {@link #select}.
 */
final class FakeChannel extends SelectableChannel {
  private final Key key = new Key();

  /** The bytes that the other side has sent, and this one has not read. */
  private volatile int available;

  /** The part of a key that the code under test uses. */
  private final class Key extends AbstractSelectionKey {
    private int interest;

    @Override
    public SelectableChannel channel() {
      return FakeChannel.this;
    }

    @Override
    public Selector selector() {
      throw new UnsupportedOperationException("no selector looks at a fake channel");
    }

    @Override
    public synchronized int interestOps() {
      return interest;
    }

    @Override
    public synchronized SelectionKey interestOps(int operations) {
      interest = operations;
      return this;
    }

    @Override
    public synchronized int interestOpsOr(int operations) {
      interest |= operations;
      return interest;
    }

    @Override
    public synchronized int interestOpsAnd(int operations) {
      interest &= operations;
      return interest;
    }

    @Override
    public int readyOps() {
      return interest;
    }
  }

  /** One look of a selector: signals input where there is some and somebody is interested. */
  void select() {
    if (available > 0 && (key.interestOps() & SelectionKey.OP_READ) != 0) {
      Registration registration = (Registration) key.attachment();
      registration.told().ready(registration, SelectionKey.OP_READ);
    }
  }

  /** Sends; for the actor that plays the loop. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one of the two waits for the other
  void send() {
    available++;
  }

  boolean isEmpty() {
    return available == 0;
  }

  /** Reads all; for the one who reads. */
  void read() {
    available = 0;
  }

  void closeNow() {
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public SelectionKey register(Selector selector, int operations, Object attachment) {
    key.interestOps(operations);
    key.attach(attachment);
    return key;
  }

  @Override
  public SelectorProvider provider() {
    return SelectorProvider.provider();
  }

  @Override
  public int validOps() {
    return SelectionKey.OP_READ;
  }

  @Override
  public boolean isRegistered() {
    return true;
  }

  @Override
  public SelectionKey keyFor(Selector selector) {
    return key;
  }

  @Override
  public SelectableChannel configureBlocking(boolean block) {
    return this;
  }

  @Override
  public boolean isBlocking() {
    return false;
  }

  @Override
  public Object blockingLock() {
    return this;
  }

  @Override
  protected void implCloseChannel() {}
}
