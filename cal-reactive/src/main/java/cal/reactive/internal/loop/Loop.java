package cal.reactive.internal.loop;

import cal.core.internal.support.JvmEnd;
import cal.core.internal.support.LastWords;
import cal.reactive.internal.transport.Poller;
import cal.reactive.internal.transport.ReadinessListener;
import cal.reactive.internal.transport.ReadySet;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A reactor that is the scheduler of virtual threads: the loop waits for the readiness of many
 * channels, and in between runs the threads that became able to go on.
 *
 * <p>Contract: each turn that is added runs once, and no two turns run at the same time under one
 * server of the loop. A <em>turn</em> is one run of one virtual thread, from where the thread goes
 * on to where the thread waits, yields or ends. No turn and no timer is slept over. {@link
 * #execute}, {@link #wakeUp}, {@link #register} and the questions are for any thread; the rest is
 * for the thread that serves the loop, between turns.
 *
 * <p>The loop follows Schmidt's Reactor (PLoP 1994) and JEP 444. Differences: a handler is a parked
 * virtual thread, not a callback. The loop is not bound to its thread: where a turn keeps the
 * thread, an idle sibling shares the work, or a spare thread serves the loop from then on.
 *
 * <pre>
 *  asleep --- turn added, timer first, channel ready ---&gt; awake
 *     ^                                                     |  begin
 *     +---- nothing to run (flag first, looks after) ---- between  &lt;---- end ---- within a turn
 *                                                         turns                        |
 *  another thread serves the loop  &lt;---- lent, where the turn keeps the thread --------+
 * </pre>
 */
public final class Loop implements Executor {
  private final LoopGroup group;
  private final String name;
  private final TurnQueue queue;
  private final Selection selection;
  private final ReadySet ready = new ReadySet();
  private final Timers timers = new Timers();
  private final StepWorkers workers;
  private final AtomicInteger activities = new AtomicInteger();
  private final LastWords lastWords;
  private volatile LoopThread thread;
  private volatile boolean closed;

  /** Set once it is closed, by the thread that serves it: it goes on as a scheduler. */
  private volatile boolean schedules;

  /** The last turn that a spare thread was to end the wait for. */
  private final AtomicLong relievedOf = new AtomicLong();

  /** The thread that serves it, and those that a turn of it keeps: the last one ends it. */
  private final AtomicInteger attached = new AtomicInteger(1);

  /**
   * Makes a loop that nothing serves yet.
   *
   * @param group that it belongs to
   * @param alone whether there is no other loop in the group
   * @param workers makes its workers
   */
  public Loop(
      LoopGroup group,
      boolean alone,
      String name,
      Poller poller,
      Function<Loop, StepWorkers> workers) {
    this.group = group;
    this.selection = new Selection(poller);
    this.queue = new TurnQueue(alone);
    this.name = name;
    this.lastWords = new LastWords("the event loop " + name);
    this.workers = workers.apply(this);
  }

  /** The loop whose thread carries the calling thread, or is it; null on any other. */
  public static Loop current() {
    LoopThread here = LoopThread.current();
    return here == null ? null : here.loop();
  }

  /** Puts a virtual thread that can go on behind the others. */
  @Override
  public void execute(Runnable turn) {
    LoopThread here = LoopThread.current();
    if (here == null || !here.addOwn(this, turn)) {
      queue.add(turn);
      wakeUp();
    }
  }

  /** Whether this is one of the loops of a group. */
  public boolean isOf(LoopGroup other) {
    return group == other;
  }

  /** Ends the present or next sleep of the selector: one system call at most for each. */
  public void wakeUp() {
    selection.wakeUp();
  }

  /**
   * Looks for a channel from now on. The flag is looked at afterwards: a loop that is closed later
   * finds the channel, and closes it. Where the loop was closed before, the registration closes the
   * channel: a poller may use its descriptor until then.
   *
   * @throws ClosedSelectorException if the loop has ended
   */
  public Registration register(SelectableChannel channel, int operations, ReadinessListener told)
      throws IOException {
    Registration registration = selection.join(channel, operations, told);
    if (closed) {
      registration.close();
    }
    return registration;
  }

  /**
   * Gives the system back what was closed: a selector lets go of a closed channel when it looks
   * next, and until then its port listens on.
   *
   * @param soon it is enough if that happens after the present turns
   */
  public void letGo(boolean soon) throws IOException {
    selection.letGo(soon);
  }

  /** Says what serves the loop from now on; on that thread. */
  public void servedBy(LoopThread server) {
    thread = server;
    selection.servedHere();
  }

  /** Attaches another thread. */
  public void attach() {
    attached.incrementAndGet();
  }

  /** Whether the calling thread is the first that has a spare one relieve the loop of a turn. */
  public boolean isToBeRelievedOf(long turn) {
    return relievedOf.getAndSet(turn) != turn;
  }

  /** There was no spare thread: it is to be tried again. */
  public void isNotRelieved() {
    relievedOf.set(0);
  }

  /**
   * Detaches a thread, unless it is the last one: that has to serve the loop to its end.
   *
   * @return whether it is detached
   */
  public boolean detach() {
    return attached.getAndUpdate(n -> Math.max(1, n - 1)) > 1;
  }

  /**
   * Waits until there is something to do. The flag of the sleep comes before the looks: a thread
   * that sets a timer, or adds a turn, then looks at the flag. A thread that finds a timer due
   * looks for ready channels as well: timers that are due again and again would keep them waiting.
   */
  public void sleep(long limitMillis) throws IOException {
    selection.lieDown();
    try {
      long millis = Math.min(group.limit(this, limitMillis), timers.millisToNext());
      if ((!closed || schedules) && isIdle()) {
        selection.sleep(selection.isWanted() ? 0 : millis, ready);
      }
    } finally {
      selection.getUp();
    }
  }

  /** Finds the ready channels without waiting. */
  public void poll(ReadySet into) throws IOException {
    selection.poll(into);
  }

  /**
   * The same for the thread of an idle sibling. Where only the thread that serves the loop can find
   * them, a spare one takes it over, if there is one.
   *
   * @param turn that keeps the thread
   * @param tooLong whether it has for so long that this is worth its price
   */
  public void poll(ReadySet into, long turn, boolean tooLong) throws IOException {
    if (!selection.poll(into) && tooLong) {
      group.relieve(this, thread, turn);
    }
  }

  /** The channels that were found ready, and are to be told. */
  ReadySet readySet() {
    return ready;
  }

  /** Workers that have nothing to do. */
  StepWorkers workers() {
    return workers;
  }

  /** Visits the listeners of all channels; for any thread. */
  public void forEachListener(Consumer<ReadinessListener> visitor) {
    selection.forEach(visitor);
  }

  public TurnQueue queue() {
    return queue;
  }

  boolean isIdle() {
    return queue.isEmpty();
  }

  /** The turns of the thread that serves it, see {@link LoopThread#turns}. */
  public long turns() {
    return thread.turns();
  }

  /** Time spent asleep so far, but for the present sleep. */
  public long idleNanos() {
    return selection.idleNanos();
  }

  public boolean isAsleep() {
    return selection.isAsleep();
  }

  /** Activities placed here that have not ended. */
  public AtomicInteger activities() {
    return activities;
  }

  public Timers timers() {
    return timers;
  }

  String name() {
    return name;
  }

  /** The thread that serves the loop now. */
  public LoopThread thread() {
    return thread;
  }

  /** Ends the loop, which first closes its channels and lets what waits for them find out. */
  public void close() {
    closed = true;
    wakeUp();
  }

  public boolean isClosed() {
    return closed;
  }

  /** Closes the channels; false where there was none, and nothing is to be run any more. */
  boolean hasMoreToClose() throws IOException {
    return selection.closeChannels() || !isIdle();
  }

  /**
   * Whether a loop that is closed, and has closed all, goes on: at the end of the JVM, until that
   * halts. A virtual thread that has called {@link System#exit} waits there for the shutdown hooks,
   * with a lock of the JVM's, so that nothing else could end the process.
   */
  boolean goesOn() {
    if (!schedules && JvmEnd.underWay()) {
      schedules = true;
      group.hasClosedAll();
    }
    return schedules;
  }

  /** Ends the process. */
  void died(Throwable cause) {
    lastWords.speak(cause);
  }

  void finish() throws IOException {
    selection.close();
  }
}
