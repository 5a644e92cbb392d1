package cal.core.internal.support;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;

/**
 * The owner of a lock of {@code java.util.concurrent}, which no API of JDK 25 tells of a virtual
 * thread: an internal of the JDK, in this class alone, and tested. Stateless.
 *
 * <p>Where {@code java.lang} is open to CAL, its {@code Module} opens the package of the locks.
 */
public final class LockOwner {
  /** Where the owner is unknown. */
  public static final String REMEDY =
      "start Java with --add-opens java.base/java.lang="
          + ModuleName.of(LockOwner.class)
          + " to see its holder";

  /** Null where the JDK does not tell. */
  private static final MethodHandle OWNER = owner();

  private LockOwner() {}

  private static MethodHandle owner() {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      MethodHandles.privateLookupIn(Module.class, here)
          .findVirtual(
              Module.class,
              "implAddOpens",
              MethodType.methodType(void.class, String.class, Module.class))
          .invoke(
              Object.class.getModule(),
              AbstractOwnableSynchronizer.class.getPackageName(),
              LockOwner.class.getModule());
      return MethodHandles.privateLookupIn(AbstractOwnableSynchronizer.class, here)
          .findVirtual(
              AbstractOwnableSynchronizer.class,
              "getExclusiveOwnerThread",
              MethodType.methodType(Thread.class));
    } catch (Throwable closed) {
      return null; // the sentence about a hang names the remedy
    }
  }

  /** Whether owners can be seen. */
  public static boolean isTold() {
    return OWNER != null;
  }

  /** Whether an object may have an owner: a lock, and not a latch or a condition. */
  public static boolean isLock(Object blocker) {
    return blocker instanceof AbstractOwnableSynchronizer
        && blocker.getClass().getName().contains("Lock$");
  }

  /** The thread that owns a lock now; empty for none, or if unknown. */
  public static Optional<Thread> of(Object blocker) {
    if (OWNER == null || !(blocker instanceof AbstractOwnableSynchronizer lock)) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable((Thread) OWNER.invokeExact(lock));
    } catch (Throwable impossible) {
      throw new IllegalStateException("the owner of a lock is a field's value", impossible);
    }
  }
}
