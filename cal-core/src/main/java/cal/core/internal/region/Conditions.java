package cal.core.internal.region;

import cal.core.internal.support.StackRoom;
import java.util.concurrent.TimeUnit;

/**
 * The server's {@code wait}, {@code notify} and {@code notifyAll} inside a region: on an object
 * that is a guard or stands for a guard. Each returns false without a guard: then the JVM's own
 * monitor is meant. Stateless; for the calling thread and its {@link RegionStack}.
 */
public final class Conditions {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private Conditions() {}

  /** Waits, as {@link Object#wait(long, int)}. */
  @SuppressWarnings("WaitNotInLoop") // The loop is the server's.
  public static boolean await(Object object, long millis, int nanos) throws InterruptedException {
    RegionEntry entry = RegionStack.entry(object);
    if (entry == null) {
      return false;
    }
    if (entry.policy == null) {
      entry.guard.wait(millis, nanos);
      return true;
    }
    if (millis < 0 || nanos < 0 || nanos >= NANOS_PER_MILLI) {
      throw new IllegalArgumentException("timeout=" + millis + " ms, " + nanos + " ns");
    }
    RegionStack.await(entry, nanos(millis, nanos));
    return true;
  }

  private static long nanos(long millis, int nanos) {
    long sum = TimeUnit.MILLISECONDS.toNanos(millis) + nanos;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** The same for {@link Object#notify()}. */
  public static boolean signal(Object object) {
    RegionEntry entry = RegionStack.entry(object);
    if (entry == null) {
      return false;
    }
    if (entry.guard instanceof Stripes.Stripe) {
      return signalAll(object); // threads of other keys wait there as well
    }
    if (entry.policy == null) {
      entry.guard.notify();
    } else {
      StackRoom.require();
      entry.policy.signal(entry.guard);
    }
    return true;
  }

  /** The same for {@link Object#notifyAll()}. */
  public static boolean signalAll(Object object) {
    RegionEntry entry = RegionStack.entry(object);
    if (entry == null) {
      return false;
    }
    if (entry.policy == null) {
      entry.guard.notifyAll();
    } else {
      StackRoom.require();
      entry.policy.signalAll(entry.guard);
    }
    return true;
  }
}
