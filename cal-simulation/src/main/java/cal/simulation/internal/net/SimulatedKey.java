package cal.simulation.internal.net;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;

/** The key of a channel. Used by the threads of one run. */
final class SimulatedKey extends AbstractSelectionKey {
  private final SimulatedSelector selector;
  private final AbstractSelectableChannel channel;
  private final Endpoint end;
  private final int number;
  private int interest;
  private int polled;
  private int ready;

  SimulatedKey(
      SimulatedSelector selector, AbstractSelectableChannel channel, Endpoint end, int number) {
    this.selector = selector;
    this.channel = channel;
    this.end = end;
    this.number = number;
  }

  @Override
  public SelectableChannel channel() {
    return channel;
  }

  @Override
  public Selector selector() {
    return selector;
  }

  @Override
  public int interestOps() {
    requireValid();
    return interest;
  }

  @Override
  public SimulatedKey interestOps(int operations) {
    requireValid();
    if ((operations & ~channel.validOps()) != 0) {
      throw new IllegalArgumentException("operations=" + operations + " of " + channel);
    }
    interest = operations;
    return this;
  }

  @Override
  public int readyOps() {
    requireValid();
    return ready;
  }

  Endpoint end() {
    return end;
  }

  private void requireValid() {
    if (!isValid()) {
      throw new CancelledKeyException();
    }
  }

  /** The begin of a look, which sees no later change of the interest. */
  void poll() {
    polled = interest;
  }

  /** Returns the ready operations of interest. */
  int come() {
    return isValid() ? end.ready() & polled : 0;
  }

  /** Takes ready operations, beside those known already or alone; whether some are new. */
  boolean take(int operations, boolean beside) {
    int before = beside ? ready : 0;
    ready = before | operations;
    return ready != before;
  }

  /** Identity hash codes are all the same in a run. */
  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }
}
