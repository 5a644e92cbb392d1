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
 * channels, and in between runs the ready threads.
 *
 * <p>Contract: each added turn runs once, and no two turns run at the same time under a single
 * server of the loop. A <em>turn</em> is a run of a virtual thread, up to the next wait, yield or
 * end. No turn and no timer is slept over. {@link #execute}, {@link #wakeUp}, {@link #register} and
 * the questions are for any thread; the rest is for the serving thread of the loop, between turns.
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
  private final TurnQueue queue;
  private final Selection selection;
  private final ReadySet ready = new ReadySet();
  private final Timers timers = new Timers();
  private final StepWorkers workers;
  private final AtomicInteger activities = new AtomicInteger();
  private final LastWords lastWords;
  private volatile LoopThread thread;
  private volatile boolean closed;

  /** Set after the close, by the serving thread: the loop goes on as a scheduler. */
  private volatile boolean schedules;

  /** The last turn with a spare thread called for. */
  private final AtomicLong relievedOf = new AtomicLong();

  /** The serving thread, which ends the loop when alone, and threads kept by turns. */
  private final AtomicInteger attached = new AtomicInteger(1);

  /**
   * Makes an unserved loop.
   *
   * @param group of the loop
   * @param alone whether there is no other loop in the group
   * @param workers makes the workers
   */
  public Loop(
      LoopGroup group,
      boolean alone,
      String name,
      Poller poller,
      Function<Loop, StepWorkers> workers) {
    this.group = group;
    this.selection = new Selection(poller, timers);
    this.queue = new TurnQueue(alone, this::wakeUp);
    this.lastWords = new LastWords("the event loop " + name);
    this.workers = workers.apply(this);
  }

  /** The loop of the calling thread, or of its carrier; null elsewhere. */
  public static Loop current() {
    LoopThread here = LoopThread.current();
    return here == null ? null : here.loop();
  }

  /** Puts a ready virtual thread behind the others. */
  @Override
  public void execute(Runnable turn) {
    LoopThread here = LoopThread.current();
    if (here == null || !here.addOwn(this, turn)) {
      queue.add(turn);
    }
  }

  /** Runs the first step of an activity in turn with the turns that wait; for any thread. */
  public void start(StepTurn step) {
    queue.addFirst(step);
  }

  /** Whether this loop is of a group. */
  public boolean isOf(LoopGroup other) {
    return group == other;
  }

  /** Ends the present or next sleep of the selector: one system call at most for each. */
  public void wakeUp() {
    selection.wakeUp();
  }

  /**
   * Looks for a channel from now on. The flag is looked at afterwards: a loop closed later finds
   * the channel, and closes the channel. If the loop was closed before, the registration closes the
   * channel: a poller may use the descriptor until then.
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
   * Gives the system back closed channels: a selector lets go of a closed channel at the next look,
   * and until then its port listens on.
   *
   * @param soon enough after the present turns
   */
  public void letGo(boolean soon) throws IOException {
    selection.letGo(soon);
  }

  /** Names the server of the loop from now on; on the serving thread. */
  public void servedBy(LoopThread server) {
    thread = server;
    selection.servedHere();
  }

  /** Attaches another thread. */
  public void attach() {
    attached.incrementAndGet();
  }

  /** Whether the calling thread is the first to have a spare thread relieve the loop of a turn. */
  public boolean isToBeRelievedOf(long turn) {
    return relievedOf.getAndSet(turn) != turn;
  }

  /** There was no spare thread: to be tried again. */
  public void isNotRelieved() {
    relievedOf.set(0);
  }

  /** Detaches another thread than the serving thread, which may wait for the end of the others. */
  public void detach() {
    attached.decrementAndGet();
    if (closed) {
      wakeUp();
    }
  }

  /**
   * Waits until there is something to do. The flag of the sleep comes before the looks: a thread
   * that sets a timer, or adds a turn, then looks at the flag. A thread with a due timer looks for
   * ready channels as well: repeatedly due timers would keep the channels waiting.
   */
  public void sleep(long limitMillis) throws IOException {
    selection.lieDown();
    try {
      long millis = Math.min(group.limit(this, limitMillis), timers.millisToNext());
      if ((!closed || schedules || attached.get() > 1) && isIdle()) {
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
   * The same for the thread of an idle sibling. If only the serving thread can find ready channels,
   * a spare thread, if any, takes the loop over.
   *
   * @param turn that keeps the thread
   * @param tooLong whether the turn is long enough to be worth the price
   */
  public void poll(ReadySet into, long turn, boolean tooLong) throws IOException {
    if (!selection.poll(into) && tooLong) {
      group.relieve(this, thread, turn);
    }
  }

  ReadySet readySet() {
    return ready;
  }

  /** Whether to look for ready channels, although turns wait. */
  boolean isDue() {
    return !closed && selection.isDue(); // a closed loop looks no more
  }

  public void flush() {
    selection.flush();
  }

  public void flushUntil(long deadline) {
    selection.flushUntil(deadline);
  }

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

  /** The turns of the serving thread, see {@link LoopThread#turns}. */
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

  /** Living activities placed here. */
  public AtomicInteger activities() {
    return activities;
  }

  public Timers timers() {
    return timers;
  }

  public LoopThread thread() {
    return thread;
  }

  /** Ends the loop, which first closes its channels and lets waiters find out. */
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
   * Whether a wholly closed loop goes on: while a turn keeps another thread, perhaps until a turn
   * of this loop; and at the end of the JVM, until the halt. A virtual thread in {@link
   * System#exit} waits there for the shutdown hooks, with a lock of the JVM's, and nothing else
   * could end the process.
   */
  boolean goesOn() {
    if (!schedules && JvmEnd.underWay()) {
      schedules = true;
      group.hasClosedAll();
    }
    return schedules || attached.get() > 1;
  }

  /** Ends the process. */
  void died(Throwable cause) {
    lastWords.speak(cause);
  }

  void finish() throws IOException {
    selection.close();
  }
}
