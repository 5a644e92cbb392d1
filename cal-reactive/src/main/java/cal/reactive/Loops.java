package cal.reactive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops of one model in one runtime, which its stages share. Thread-safe.
 *
 * <p>A connection is placed on the loop with the least to do, and stays there; what its loop is too
 * busy for, an idle sibling does.
 */
final class Loops implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("cal");

  private final List<Loop> loops = new ArrayList<>();
  private final List<Lookout> lookouts = new ArrayList<>();
  private final Placement placement;
  private final Watchdog watchdog;

  /**
   * Makes loops and starts them.
   *
   * @param name what their threads are called, before their number
   * @param number how many
   * @param slowStep how long a turn may keep a loop before it is reported; zero for ever
   */
  Loops(String name, int number, Duration slowStep) {
    try {
      for (int i = 1; i <= number; i++) {
        loops.add(new Loop(this, number == 1, name + "-loop-" + i));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no selector can be had for an event loop", e);
    }
    loops.forEach(loop -> lookouts.add(new Lookout(loop, loops)));
    placement = new Placement(loops);
    JdkPollers.start();
    loops.forEach(Loop::start);
    watchdog = new Watchdog(name, loops, slowStep);
  }

  /** The loop for a new activity, or for a socket that is used off the loops. */
  Loop place() {
    return placement.next();
  }

  List<Loop> all() {
    return loops;
  }

  /** Whether a loop, while it sleeps, looks after the others. */
  boolean looks(Loop loop) {
    return lookouts.get(loops.indexOf(loop)).isOn();
  }

  Watchdog watchdog() {
    return watchdog;
  }

  /** Called by a loop that has nothing to do; answers how long it may sleep, in milliseconds. */
  long help(Loop idle) throws IOException {
    return loops.size() == 1 ? Long.MAX_VALUE : lookouts.get(loops.indexOf(idle)).look();
  }

  /** How long a loop may sleep after all: not for good while another is awake. */
  long limit(Loop sleeper, long millis) {
    for (Loop sibling : loops) {
      if (sibling != sleeper && !sibling.isAsleep()) {
        return Math.min(millis, Lookout.LOOK_MILLIS);
      }
    }
    return millis;
  }

  /** Called by a loop that slept: somebody must look after it now. */
  void woke(Loop loop) {
    Loop sleeper = null;
    for (int i = 0; i < loops.size(); i++) {
      Loop sibling = loops.get(i);
      if (sibling != loop && sibling.isAsleep()) {
        if (lookouts.get(i).isOn()) {
          return;
        }
        sleeper = sibling;
      }
    }
    if (sleeper != null) {
      sleeper.wakeUp();
    }
  }

  /**
   * Ends the process: the activities of a loop that died would hang for good, with their clients.
   */
  void died(Loop loop, Throwable cause) {
    LOG.log(
        System.Logger.Level.ERROR,
        "the event loop " + loop.thread().getName() + " died, and the server with it",
        cause);
    System.err.println(
        "cal: the event loop " + loop.thread().getName() + " died of " + cause + "; exiting");
    System.err.flush();
    Runtime.getRuntime().halt(1);
  }

  @Override
  public void close() throws InterruptedException {
    watchdog.close();
    loops.forEach(Loop::close);
    if (Loop.current() != null) {
      return; // who waits for its own loop's end would never go on
    }
    for (Loop loop : loops) {
      loop.thread().join(Duration.ofSeconds(1));
    }
  }
}
