package cal.simulation.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;

/**
 * A picture of a thread that waits: for which object, and which monitors the thread holds. From the
 * JDK's own snapshots, which its thread dumps are made of.
 *
 * @param kind of the wait
 * @param blocker the object; null if the JDK knows none
 * @param held the monitors that the thread holds
 */
public record Waits(Kind kind, Object blocker, List<Object> held) {
  private static final MethodHandle OF;
  private static final VarHandle LOCKS;
  private static final VarHandle BLOCKER;
  private static final MethodHandle LOCK_OBJECT;
  private static final MethodHandle BLOCKER_OBJECT;
  private static final MethodHandle OWNER;

  static {
    try {
      Class<?> snapshot = Class.forName("jdk.internal.vm.ThreadSnapshot");
      Lookup in = Internals.in(snapshot);
      Class<?> lock = Class.forName("jdk.internal.vm.ThreadSnapshot$ThreadLock");
      Class<?> blocker = Class.forName("jdk.internal.vm.ThreadSnapshot$ThreadBlocker");
      OF = in.findStatic(snapshot, "of", MethodType.methodType(snapshot, Thread.class));
      LOCKS = in.findVarHandle(snapshot, "locks", lock.arrayType());
      BLOCKER = in.findVarHandle(snapshot, "blocker", blocker);
      LOCK_OBJECT = in.findVirtual(lock, "lockObject", MethodType.methodType(Object.class));
      BLOCKER_OBJECT = in.findVirtual(blocker, "obj", MethodType.methodType(Object.class));
      OWNER =
          Internals.in(AbstractOwnableSynchronizer.class)
              .findVirtual(
                  AbstractOwnableSynchronizer.class,
                  "getExclusiveOwnerThread",
                  MethodType.methodType(Thread.class));
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  /** The ways to wait. */
  public enum Kind {
    /** For a monitor that another thread holds. */
    MONITOR,
    /** For {@code notify}. */
    NOTIFY,
    /** For its turn. */
    TURN,
    /** Parked: a lock, a queue, a socket. */
    PARK
  }

  /** Takes a picture of a virtual thread that does not run. */
  public static Waits of(Thread thread) {
    Object snapshot = Internals.call(OF, thread);
    List<Object> held = new ArrayList<>();
    Object blocker = null;
    if (snapshot != null) {
      for (Object lock : (Object[]) LOCKS.get(snapshot)) {
        held.add(Internals.call(LOCK_OBJECT, lock));
      }
      Object record = BLOCKER.get(snapshot);
      blocker = record == null ? null : Internals.call(BLOCKER_OBJECT, record);
    }
    Kind kind = Kind.PARK;
    if (VirtualThreads.yielded(thread)) {
      kind = Kind.TURN;
    } else if (thread.getState() == Thread.State.BLOCKED) {
      kind = Kind.MONITOR;
    } else if (VirtualThreads.inMonitor(thread)) {
      kind = Kind.NOTIFY;
    }
    return new Waits(kind, blocker, held);
  }

  /**
   * Returns the thread that owns the awaited lock of {@code java.util.concurrent}; null if none.
   */
  public Thread owner() {
    return blocker instanceof AbstractOwnableSynchronizer lock
        ? (Thread) Internals.call(OWNER, lock)
        : null;
  }

  /** Whether the thread holds the monitor of an object, and does not wait for its notify. */
  public boolean holds(Object object) {
    return !(kind == Kind.NOTIFY && blocker == object)
        && held.stream().anyMatch(one -> one == object);
  }
}
