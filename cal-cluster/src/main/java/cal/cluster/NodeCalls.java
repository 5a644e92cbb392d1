package cal.cluster;

import cal.cluster.internal.call.MemberServices;
import cal.cluster.internal.call.Parcel;
import cal.cluster.internal.call.RemoteResult;
import cal.core.internal.support.CalThread;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The calls of a node: so many at a time, of all servers together, each within a time. A longer
 * call is interrupted, since nobody waits any more. Thread-safe.
 */
final class NodeCalls implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String artifact;
  private final NodeMethods methods;
  private final ClassLoader loader;
  private final Semaphore permits;
  private final MemberServices services;
  private final Set<Running> running = ConcurrentHashMap.newKeySet();
  private final Thread clock = CalThread.ofRounds("cal-cluster-clock", this::stopLate);
  private volatile boolean closed;

  NodeCalls(String artifact, NodeMethods methods, ClassLoader loader, int limit) {
    this.artifact = artifact;
    this.methods = methods;
    this.loader = loader;
    this.permits = new Semaphore(limit);
    this.services = new MemberServices(loader);
  }

  /** Begins to interrupt calls after their time. */
  void watch() {
    clock.start();
  }

  private boolean stopLate() {
    LockSupport.parkNanos(this, LOOK_NANOS);
    running.forEach(Running::stopIfLate);
    return !closed;
  }

  /** Makes a call, once a permit is free; returns the packed outcome. Never throws. */
  byte[] make(RemoteCall call) {
    if (call.format() != RemoteCall.FORMAT) {
      return RemoteResult.sentence(
          RemoteResult.Kind.OTHER_ARTIFACT,
          "the node has format "
              + RemoteCall.FORMAT
              + " of calls, and the server "
              + call.format()
              + "; give both the same version of cal-cluster");
    }
    if (!call.artifact().equals(artifact)) {
      return RemoteResult.sentence(
          RemoteResult.Kind.OTHER_ARTIFACT,
          "the node has artifact " + artifact + ", and the server " + call.artifact());
    }
    try {
      // Without time left, a free permit would be had nevertheless
      if (isLate(call) || !permits.tryAcquire(call.nanosLeft(), TimeUnit.NANOSECONDS)) {
        return late();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return RemoteResult.sentence(
          RemoteResult.Kind.REFUSED, "its node was stopped before it began");
    }
    try {
      return isLate(call) ? late() : permitted(call);
    } finally {
      permits.release();
    }
  }

  private static boolean isLate(RemoteCall call) {
    return call.nanosLeft() <= 0;
  }

  private static byte[] late() {
    return RemoteResult.sentence(
        RemoteResult.Kind.REFUSED, "its time was over before the node could begin it");
  }

  /** Reading objects and making services count in the time of the call. */
  private byte[] permitted(RemoteCall call) {
    Running now = new Running(Thread.currentThread(), System.nanoTime() + call.nanosLeft());
    running.add(now);
    try {
      return made(call);
    } finally {
      running.remove(now);
      now.end();
    }
  }

  private byte[] made(RemoteCall call) {
    Method method;
    Object[] parts;
    try {
      method = methods.named(call.type(), call.name(), call.descriptor());
      parts = (Object[]) Parcel.unpack(call.parts(), loader).content();
      if (call.service()) {
        parts[0] = services.of(method.getDeclaringClass());
      }
    } catch (Throwable broken) {
      return RemoteResult.sentence(
          RemoteResult.Kind.REFUSED, "the node cannot read the call: " + RemoteResult.text(broken));
    }
    return isLate(call) ? late() : made(method, parts).pack();
  }

  private static RemoteResult made(Method method, Object[] parts) {
    try {
      Object[] arguments = Arrays.copyOfRange(parts, 1, parts.length);
      return new RemoteResult(RemoteResult.Kind.RETURNED, method.invoke(parts[0], arguments));
    } catch (InvocationTargetException thrown) {
      return new RemoteResult(RemoteResult.Kind.THROWN, thrown.getCause());
    } catch (IllegalAccessException | RuntimeException refused) {
      return new RemoteResult(
          RemoteResult.Kind.REFUSED,
          "the node cannot make the call: " + RemoteResult.text(refused));
    } catch (Error initializer) {
      return new RemoteResult(RemoteResult.Kind.THROWN, initializer);
    }
  }

  /** Ends the clock, and the objects made for calls. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(clock);
    services.close();
  }

  /** A call under way; by identity. */
  private static final class Running {
    private final Thread thread;
    private final long end;

    /** Guarded by this. */
    private boolean over;

    Running(Thread thread, long end) {
      this.thread = thread;
      this.end = end;
    }

    synchronized void stopIfLate() {
      if (!over && System.nanoTime() - end >= 0) {
        over = true;
        thread.interrupt();
      }
    }

    /** Leaves no interrupt to the thread's next call. */
    synchronized void end() {
      over = true;
      Thread.interrupted();
    }
  }
}
