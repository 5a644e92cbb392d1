package cal.weave.loop;

import cal.weave.code.CallSite;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Value;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which lock of {@code java.util.concurrent.locks} a call is about, as far as the origin of the
 * lock tells. Stateless.
 */
final class LockObjects {
  private static final String LOCKS = "java/util/concurrent/locks/";
  private static final String STAMPED = LOCKS + "StampedLock";
  private static final Origin THIS = new Origin.Parameter(0);

  private LockObjects() {}

  /** Whether a call is of a lock, by its methods; a {@code StampedLock} itself is none. */
  static boolean isOfLock(CallSite site, String methods) {
    String owner = site.callee().owner();
    return owner.startsWith(LOCKS)
        && !owner.equals(STAMPED)
        && site.callee().name().matches(methods);
  }

  /** Whether the lock is a view of a {@code StampedLock}: any thread may give the lock back. */
  static boolean belongsToNoThread(CallSite site) {
    Value lock = site.receiver();
    return lock != null
        && !lock.origins().isEmpty()
        && lock.origins().stream()
            .allMatch(
                origin ->
                    made(site.caller(), origin)
                        .filter(
                            made ->
                                made.callee().owner().equals(STAMPED)
                                    || (isOfLock(made, "readLock|writeLock")
                                        && belongsToNoThread(made)))
                        .isPresent());
  }

  /** Whether two calls in a method may be about the same lock. */
  static boolean mayBeSame(CallSite one, CallSite other) {
    Set<Object> ofOne = objects(one);
    Set<Object> ofOther = objects(other);
    return ofOne.isEmpty() || ofOther.isEmpty() || ofOne.stream().anyMatch(ofOther::contains);
  }

  /** Whether two calls in methods of the same object, or class, are about a lock of both. */
  static boolean isSameBeyond(CallSite one, CallSite other) {
    Set<Object> ofOne = objects(one);
    Set<Object> ofOther = objects(other);
    return ofOne.size() == 1
        && ofOther.equals(ofOne)
        && ofOne.stream().allMatch(each -> each instanceof Origin origin && isOfThis(origin));
  }

  /** Whether a static field, or one of the object itself. */
  private static boolean isOfThis(Origin origin) {
    return origin instanceof Origin.FieldOf field
        && (field.holder() == null || field.holder().equals(THIS) || isOfThis(field.holder()));
  }

  /** The origins of a lock; of a result, such as that of {@code readLock()}, the called method. */
  private static Set<Object> objects(CallSite site) {
    Set<Object> objects = new HashSet<>();
    for (Origin origin : site.arguments().getFirst().origins()) {
      if (origin instanceof Origin.Unknown) {
        return Set.of();
      }
      Optional<CallSite> made = made(site.caller(), origin);
      objects.add(made.isPresent() ? result(made.get()) : origin);
    }
    return objects;
  }

  /** The call with this result. */
  private static Optional<CallSite> made(Procedure procedure, Origin origin) {
    return procedure.calls().stream().filter(site -> site.result().equals(origin)).findFirst();
  }

  /** The field that a method of the object answers, or else the name of the method. */
  private static Object result(CallSite site) {
    Procedure called = site.isOnThis() || site.isStatic() ? site.target() : null;
    if (called != null) {
      Set<Origin> answers = new HashSet<>();
      for (int i = 0; i < called.body().size(); i++) {
        if (called.body().at(i) instanceof ReturnInstruction && called.values().isReached(i)) {
          called.values().operands(i).forEach(value -> answers.addAll(value.origins()));
        }
      }
      if (answers.size() == 1 && answers.stream().allMatch(LockObjects::isOfThis)) {
        return answers.iterator().next();
      }
    }
    return site.callee().name();
  }
}
