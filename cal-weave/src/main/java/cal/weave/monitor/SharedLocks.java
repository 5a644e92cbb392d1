package cal.weave.monitor;

import cal.weave.code.CallSite;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The locks of other classes than the named ones. A policy does not exclude such a lock. Known are
 * a field, and types of the server above or below each other. For a single thread.
 */
final class SharedLocks {
  /** The JVM itself locks a thread, for {@code join} alone. */
  private static final String THREAD = "java/lang/Thread";

  private final Program program;
  private final List<Lock> others = new ArrayList<>();

  /** The method of a JDK's class that locks its object, or nothing, by class. */
  private final Map<String, String> jdk = new HashMap<>();

  /**
   * Looks at all classes.
   *
   * @param named the internal names of the named classes
   */
  SharedLocks(Program program, Predicate<String> named) {
    this.program = program;
    for (Procedure procedure : program.procedures()) {
      if (!named.test(procedure.owner())) {
        others.addAll(Lock.in(procedure));
      }
    }
  }

  /** Another use of a lock, and the remedy, in the user's words. */
  Optional<String> shares(Lock lock) {
    for (Lock other : others) {
      if (isSame(lock, other)) {
        return Optional.of(
            lock.object()
                + " is locked in "
                + lock.place()
                + ", and by the JVM's monitor in "
                + other.place()
                + "; name "
                + Lock.written(other.procedure().owner())
                + " as well");
      }
    }
    return Optional.ofNullable(ofJdk(lock))
        .map(
            method ->
                lock.object()
                    + " is locked in "
                    + lock.place()
                    + ", and by the JDK in "
                    + method
                    + "; leave "
                    + Lock.written(lock.procedure().owner())
                    + " out");
  }

  /** That a guard is a thread; empty for other objects. */
  Optional<String> ofThread(Lock lock) {
    return !lock.ofClass() && program.supertypes(lock.type()).contains(THREAD)
        ? Optional.of(lock.object() + " is a thread, whose join keeps the monitor of the JVM")
        : Optional.empty();
  }

  /** The places elsewhere that lock an object of unknown type; empty for none. */
  Optional<String> untold() {
    List<Lock> unknown = others.stream().filter(Lock::isUntold).toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "an object of unknown type is locked at "
                + unknown.size()
                + " places of other classes, first in "
                + unknown.getFirst().place()
                + "; name the class if it locks an object that a named class locks");
  }

  private boolean isSame(Lock one, Lock other) {
    if (one.ofClass() || other.ofClass()) {
      return one.ofClass() && other.ofClass() && one.type().equals(other.type());
    }
    if (one.field() != null && other.field() != null) {
      if (one.field().equals(other.field()) && isRelated(one.owner(), other.owner())) {
        return true;
      }
    }
    return !isOfJdk(one.type()) && !isOfJdk(other.type()) && isRelated(one.type(), other.type());
  }

  private boolean isRelated(String one, String other) {
    return program.subtypes(one).contains(other) || program.subtypes(other).contains(one);
  }

  private static boolean isOfJdk(String type) {
    return type.startsWith("java/") || type.startsWith("javax/") || type.endsWith("[]");
  }

  /** A method of the JDK that locks the object; null for none. */
  private String ofJdk(Lock lock) {
    if (lock.ofClass()) {
      return null;
    }
    for (String type : program.supertypes(lock.type())) {
      String method = isOfJdk(type) && !type.equals(THREAD) ? locking(type) : "";
      if (!method.isEmpty()) {
        return method;
      }
    }
    return lock.field() == null ? null : wrapper(lock);
  }

  private String locking(String type) {
    return jdk.computeIfAbsent(type, SharedLocks::lockingMethod);
  }

  private static String lockingMethod(String type) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(type + ".class")) {
      if (in == null || type.equals(Lock.OBJECT)) {
        return "";
      }
      ClassModel model = ClassFile.of().parse(in.readAllBytes());
      Program own = new Program(List.of(model));
      for (Procedure procedure : own.procedures()) {
        for (Lock lock : Lock.in(procedure)) {
          if (!lock.ofClass() && lock.field() == null && lock.type().equals(type)) {
            return procedure.toString();
          }
        }
      }
      String parent = model.superclass().map(each -> each.asInternalName()).orElse(Lock.OBJECT);
      return parent.equals(THREAD) ? "" : lockingMethod(parent);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The wrapper of {@code Collections} put into a field; null for none. */
  private String wrapper(Lock lock) {
    for (Procedure procedure : program.procedures(lock.owner())) {
      if (stores(procedure, lock)) {
        for (CallSite site : procedure.calls()) {
          if (site.callee().owner().equals("java/util/Collections")
              && site.callee().name().startsWith("synchronized")
              && isStored(procedure, site, lock)) {
            return "java.util.Collections." + site.callee().name();
          }
        }
      }
    }
    return null;
  }

  private static boolean stores(Procedure procedure, Lock lock) {
    for (int i = 0; i < procedure.body().size(); i++) {
      if (isStore(procedure, i, lock)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStored(Procedure procedure, CallSite site, Lock lock) {
    Origin result = site.result();
    for (int i = 0; i < procedure.body().size(); i++) {
      if (isStore(procedure, i, lock)
          && procedure.values().isReached(i)
          && procedure.values().operands(i).getLast().contains(result)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStore(Procedure procedure, int i, Lock lock) {
    return procedure.body().at(i) instanceof FieldInstruction field
        && (field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC)
        && field.name().equalsString(lock.field())
        && field.owner().asInternalName().equals(lock.owner());
  }
}
