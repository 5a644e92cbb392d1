package cal.core.internal.start;

import cal.core.internal.support.Thrown;
import cal.core.spi.ConfigurationException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * A chain of fields, or methods without parameters, from an object on, of any access. Immutable.
 *
 * @param type of the object
 * @param getters each from an object to an object
 */
record MemberChain(Class<?> type, List<MethodHandle> getters) {
  private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);

  /**
   * Finds the members.
   *
   * @param text as in the weaver's record, {@code com.acme.Connection#session().in}
   * @param loader of the server's classes
   * @throws ConfigurationException if a member is missing, or closed to CAL
   */
  static MemberChain of(String text, ClassLoader loader) {
    try {
      String[] parts = text.split("#");
      Class<?> type = Class.forName(parts[0], false, loader);
      Class<?> at = type;
      List<MethodHandle> getters = new ArrayList<>();
      for (String member : parts[1].split("\\.")) {
        MethodHandle getter = getter(at, member);
        at = getter.type().returnType();
        getters.add(
            (getter.type().parameterCount() == 0 // a static one
                    ? MethodHandles.dropArguments(getter, 0, Object.class)
                    : getter)
                .asType(GETTER));
      }
      return new MemberChain(type, List.copyOf(getters));
    } catch (ReflectiveOperationException | InaccessibleObjectException | LinkageError failure) {
      throw new ConfigurationException(
          text.replace('#', '.')
              + " is recorded and cannot be read: "
              + failure
              + "; build the artifact again, or open its package",
          failure);
    }
  }

  private static MethodHandle getter(Class<?> owner, String member)
      throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    if (member.endsWith("()")) {
      Method method = method(owner, member.substring(0, member.length() - 2));
      if (method == null) {
        throw new NoSuchMethodException(owner.getName() + "." + member);
      }
      method.setAccessible(true);
      return lookup.unreflect(method);
    }
    for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (field.getName().equals(member)) {
          field.setAccessible(true);
          return lookup.unreflectGetter(field);
        }
      }
    }
    throw new NoSuchFieldException(owner.getName() + "." + member);
  }

  private static Method method(Class<?> owner, String name) {
    for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          return method;
        }
      }
    }
    for (Method method : owner.getMethods()) { // of interfaces
      if (method.getName().equals(name) && method.getParameterCount() == 0) {
        return method;
      }
    }
    return null;
  }

  /** Whether an object is of the type with the first member. */
  boolean isOf(Object target) {
    return type.isInstance(target);
  }

  /**
   * Asks an object.
   *
   * @return null for an object of another type, and where a member on the way is null
   */
  Object of(Object target) {
    return isOf(target) ? from(target) : null;
  }

  /**
   * Asks an object of the type, or any object where the first member is static.
   *
   * @return null where a member on the way is null
   */
  Object from(Object target) {
    Object at = target;
    for (MethodHandle getter : getters) {
      if (at == null) {
        return null;
      }
      at = get(getter, at);
    }
    return at;
  }

  private static Object get(MethodHandle getter, Object from) {
    try {
      return getter.invokeExact(from);
    } catch (Throwable thrown) {
      throw Thrown.<RuntimeException>asIs(thrown);
    }
  }
}
