package cal.reactive.internal.step;

import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.Timers;
import cal.reactive.internal.transport.ReadinessListener;
import cal.reactive.internal.transport.Registration;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.function.Consumer;

/**
 * Lets threads wait until a channel of a loop is ready: a thread for input (or for a connection to
 * accept), a thread for output (or for the channel's own connection).
 *
 * <p>Thread-safe: threads of any kind wait, the loop signals. A signal only makes another try
 * worthwhile. Interest in input stays with the loop once there was any; input without a waiter is
 * kept for the next waiter.
 */
public final class Readiness extends Waiters implements ReadinessListener {
  private static final VarHandle STEP;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STEP = lookup.findVarHandle(Readiness.class, "step", LoopStep.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Loop loop;
  private final Registration registration;

  /**
   * A woken reader has not gone on yet, as far as known: believed once. A hint, hence not volatile:
   * a signal too many is ignored again, or costs two system calls.
   */
  private boolean inputSignalled;

  /** Input came without a waiter. */
  private volatile boolean inputMissed;

  /** The activity left here last; null if none, or ended. */
  private volatile LoopStep step;

  /** Joins a non-blocking channel to a loop, for good. */
  public Readiness(Loop loop, SelectableChannel channel, int interest) throws IOException {
    this.loop = loop;
    this.registration = loop.register(channel, interest, this);
  }

  Loop loop() {
    return loop;
  }

  /** The channel's registration with the poller of the loop. */
  public Registration registration() {
    return registration;
  }

  /**
   * Waits until the channel is ready, or closed, or the time has come: the caller tries again. An
   * interrupt is kept, and ends no wait, whatever the kind of the thread: the server was written
   * for platform threads, which do not notice interrupts in a wait for a socket.
   *
   * @param operation of {@link java.nio.channels.SelectionKey}
   * @param deadline by {@link System#nanoTime}; 0 for none
   */
  public void await(int operation, long deadline) throws IOException {
    VarHandle side = (operation & Registration.INPUT) != 0 ? READER : WRITER;
    Thread waiting = Thread.currentThread();
    Timers.Timer timer = deadline == 0 ? null : side == READER ? this : outputTimer();
    side.setVolatile(this, waiting);
    try {
      if (!arm(operation) || !registration.isOpen()) {
        side.setVolatile(this, null);
      } else if (timer != null && loop.timers().set(timer, deadline)) {
        loop.wakeUp();
      }
      park(side, waiting);
      if (side == READER) {
        inputSignalled = false;
      }
    } catch (Throwable broken) {
      if (!withdraw(side, waiting) && side == READER) {
        inputMissed = true; // a signal that came for it is for the next reader
      }
      throw broken;
    } finally {
      if (timer != null) {
        loop.timers().clear(timer);
      }
    }
  }

  /** Waits for input on its way from the system through the loop, whose next look brings all. */
  public void awaitNews() throws IOException {
    registration.askForNews();
    while (registration.lacksNews()) {
      await(SelectionKey.OP_READ, 0);
    }
  }

  /**
   * Called before the channel is read, by the single reading thread: input from before is no news
   * afterwards. An activity left here goes on, and waits for this thread.
   */
  public void reads() {
    if (inputMissed) {
      inputMissed = false;
    }
    resumeStep();
  }

  /**
   * Leaves a step until there is input, or the channel is closed, or the time has come. The first
   * thread to find this has the step run: from then on the step is not the caller's any more.
   * Nobody reads meanwhile. An unneeded timer stays: the channel is tried once in vain.
   *
   * @param deadline by {@link System#nanoTime}; 0 for none
   * @return false if the step is to be run at once, by the caller
   */
  public boolean leaveStep(LoopStep next, long deadline) throws IOException {
    if (step != next && !STEP.compareAndSet(this, null, next)) {
      return false; // another activity reads here as well
    }
    inputSignalled = false;
    if (deadline != 0) {
      time(next, deadline);
    }
    next.leftAt(this);
    boolean waits = false;
    try {
      waits = arm(SelectionKey.OP_READ) && registration.isOpen() && !Timers.isPast(deadline);
    } catch (Throwable broken) {
      if (next.takeBack()) {
        throw broken;
      }
    }
    return waits || !next.takeBack();
  }

  /** Sets the timer of a step; without a timer, nothing new is left here. */
  private void time(LoopStep next, long deadline) {
    try {
      if (loop.timers().set(this, deadline)) {
        loop.wakeUp();
      }
    } catch (Throwable noMemory) {
      loop.timers().clear(this);
      step = next.isAt(this) ? next : null;
      throw noMemory;
    }
  }

  /**
   * Has the step left here run; false without a step. A step just left elsewhere is run as well,
   * and the finding here is for the next reader.
   */
  boolean resumeStep() {
    return resumeStep(LoopStep::inputCame);
  }

  /**
   * The same for a step called without its input.
   *
   * @param claimed told of the step before the run
   */
  boolean resumeStep(Consumer<LoopStep> claimed) {
    LoopStep left = step;
    if (left == null || !left.claim()) {
      return false;
    }
    boolean here = left.isAt(this);
    inputSignalled |= here;
    while (true) {
      try {
        claimed.accept(left);
        loop.execute(left);
        return here;
      } catch (Throwable noMemory) {
        if (!left.disclaim() || !left.claim()) {
          throw noMemory;
        }
      }
    }
  }

  /** Visits the activities with a step left at a channel of a loop; for any thread. */
  public static void forEachLeft(Loop loop, Consumer<LoopStep> visitor) {
    loop.forEachListener(
        listener -> {
          LoopStep left = listener instanceof Readiness readiness ? readiness.step : null;
          if (left != null && left.isLeft()) {
            visitor.accept(left);
          }
        });
  }

  /** Lets an ended activity go. */
  void forget() {
    step = null;
  }

  /** Makes sure that the loop looks for the operation; false if worth trying now. */
  private boolean arm(int operation) throws IOException {
    if ((operation & Registration.INPUT) != 0 && inputMissed) {
      inputMissed = false;
      return false;
    }
    return registration.arm(operation);
  }

  /** Called by the loop, or by a helper. */
  @Override
  public void ready(Registration registration, int operations) {
    if ((operations & Registration.OUTPUT) != 0) {
      registration.disarm(Registration.OUTPUT);
      signal(WRITER);
    }
    if ((operations & Registration.INPUT) != 0 && !signalInput()) {
      miss(registration);
    }
  }

  /**
   * Nobody waits for the input. A reader woken up for the input reads in the next batch, on the
   * loop. Elsewhere the read may take long, and the loop would be told all the time.
   */
  private void miss(Registration registration) {
    if (inputSignalled && registration.tellsAgain()) {
      inputSignalled = false;
      return;
    }
    inputMissed = true;
    registration.disarm(Registration.INPUT);
    signalInput();
  }

  /** Has the present reader, or the next before its wait, look again. */
  public void tellInput() {
    inputMissed = true;
    signalInput();
  }

  /**
   * A waiting writer tries again first. The system reports a socket as writable only with a good
   * part of its buffer free; any byte taken shows that the connection is not idle.
   */
  @Override
  protected void expired() {
    signal(WRITER);
    signalInput();
  }

  @Override
  public void wakeUp() {
    loop.wakeUp();
  }

  /** Wakes up all waiters. */
  @Override
  public void closed() {
    removeFrom(loop.timers());
    signalInput();
    signal(WRITER);
  }

  /**
   * Closes the channel.
   *
   * @param soon the system may have the channel back after the present turns of the loop, and
   *     otherwise at once
   */
  public void close(boolean soon) throws IOException {
    registration.close();
    closed();
    loop.letGo(soon);
  }

  /** Has a waiter for input look again, a left step or a reader; false without a waiter. */
  boolean signalInput() {
    if (resumeStep()) {
      return true;
    }
    if (!isRead()) {
      return false;
    }
    inputSignalled = true;
    boolean signalled = signal(READER);
    if (!signalled) {
      inputSignalled = false;
    }
    return signalled;
  }
}
