package cal.simulation.internal.schedule;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A command at a virtual time, as the JDK asks for it. */
final class Timer implements Future<Object>, Comparable<Timer> {
  final long at;
  final long number;

  /** Which asked for it; null for none. */
  final Machine machine;

  private final Timers timers;
  private Runnable command;

  Timer(Timers timers, long at, long number, Runnable command, Machine machine) {
    this.timers = timers;
    this.at = at;
    this.number = number;
    this.command = command;
    this.machine = machine;
  }

  /** Returns the command, once; null if cancelled. */
  Runnable take() {
    Runnable taken = command;
    command = null;
    return taken;
  }

  @Override
  public int compareTo(Timer other) {
    return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
  }

  @Override
  public boolean cancel(boolean interrupt) {
    boolean cancelled = take() != null;
    if (cancelled) {
      timers.cancelled();
    }
    return cancelled;
  }

  @Override
  public boolean isCancelled() {
    return command == null;
  }

  @Override
  public boolean isDone() {
    return command == null;
  }

  @Override
  public Object get() {
    throw new UnsupportedOperationException("a timer has no result");
  }

  @Override
  public Object get(long timeout, TimeUnit unit) {
    return get();
  }
}
