package cal.simulation.internal.net;

import cal.simulation.spi.Point;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A selector of channels in memory. As the JDK's, a look sees the channels and the interest of its
 * begin; a later change needs a wake-up. Used by the threads of one run.
 */
final class SimulatedSelector extends AbstractSelector {
  private static final long NOW = 0;

  private final Network network;
  private final Waiters waiters;
  private final Runnable wake;
  private final Set<SimulatedKey> keys = new LinkedHashSet<>();
  private final Set<SelectionKey> selected = new LinkedHashSet<>();
  private int count;
  private boolean woken;

  SimulatedSelector(SelectorProvider provider, Network network) {
    super(provider);
    this.network = network;
    this.waiters = new Waiters(network.run());
    this.wake = waiters::wake;
  }

  @Override
  protected SelectionKey register(
      AbstractSelectableChannel channel, int operations, Object attached) {
    if (!isOpen()) {
      throw new ClosedSelectorException();
    }
    Endpoint end = ((OfEndpoint) channel).end();
    SimulatedKey key = new SimulatedKey(this, channel, end, count++);
    key.interestOps(operations);
    key.attach(attached);
    keys.add(key);
    end.observers().add(wake);
    return key;
  }

  /** A channel of this network. */
  interface OfEndpoint {
    Endpoint end();
  }

  @Override
  public Set<SelectionKey> keys() {
    requireOpen();
    return Collections.unmodifiableSet(keys);
  }

  @Override
  public Set<SelectionKey> selectedKeys() {
    requireOpen();
    return selected;
  }

  private void requireOpen() {
    if (!isOpen()) {
      throw new ClosedSelectorException();
    }
  }

  @Override
  public int selectNow() {
    return look(NOW, null);
  }

  @Override
  public int select(long millis) {
    return look(until(millis), null);
  }

  @Override
  public int select() {
    return look(Waiters.FOR_EVER, null);
  }

  @Override
  public int selectNow(Consumer<SelectionKey> action) {
    return look(NOW, action);
  }

  @Override
  public int select(Consumer<SelectionKey> action, long millis) {
    return look(until(millis), action);
  }

  @Override
  public int select(Consumer<SelectionKey> action) {
    return look(Waiters.FOR_EVER, action);
  }

  private long until(long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("a timeout of " + millis + " ms");
    }
    return network.until((int) Math.min(millis, Integer.MAX_VALUE));
  }

  private int look(long until, Consumer<SelectionKey> action) {
    requireOpen();
    network.run().point(Point.SOCKET);
    forgetCancelled();
    keys.forEach(SimulatedKey::poll);
    List<SimulatedKey> polled = List.copyOf(keys);
    boolean inTime = true;
    while (inTime && isOpen() && !woken && !Thread.currentThread().isInterrupted()) {
      if (polled.stream().anyMatch(key -> key.come() != 0)) {
        break;
      }
      inTime = until != NOW && waiters.pause(until);
    }
    if (until == NOW && polled.stream().allMatch(key -> key.come() == 0)) {
      network.run().point(Point.SPIN); // a loop of looks lets others go on
    }
    requireOpen();
    woken = false;
    forgetCancelled();
    return action == null ? take(polled, selected, selected::add) : take(polled, Set.of(), action);
  }

  /** Tells of keys with ready operations that are new beside those of the known keys. */
  private static int take(
      List<SimulatedKey> polled, Set<SelectionKey> known, Consumer<SelectionKey> action) {
    int told = 0;
    for (SimulatedKey key : polled) {
      int come = key.come();
      if (come != 0 && key.take(come, known.contains(key))) {
        action.accept(key);
        told++;
      }
    }
    return told;
  }

  private void forgetCancelled() {
    Set<SelectionKey> cancelled = cancelledKeys();
    for (SelectionKey key : List.copyOf(cancelled)) {
      forget((SimulatedKey) key);
    }
    cancelled.clear();
  }

  private void forget(SimulatedKey key) {
    keys.remove(key);
    selected.remove(key);
    key.end().observers().remove(wake);
    deregister(key);
  }

  @Override
  public Selector wakeup() {
    woken = true;
    waiters.wake();
    return this;
  }

  @Override
  protected void implCloseSelector() throws IOException {
    wakeup();
    for (SimulatedKey key : List.copyOf(keys)) {
      key.cancel();
      forget(key);
    }
  }
}
