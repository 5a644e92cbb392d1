package cal.cluster;

import cal.core.internal.record.Captures;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/**
 * The methods that a node may call: the weaver's record says that a binding hands off calls of
 * them. A stranger who reaches the port of a node without a secret can have it call no others.
 * Immutable.
 */
final class NodeMethods {
  private final Map<String, Method> methods = new HashMap<>();

  /** The hand-offs of all bindings that a class loader sees; no class is initialised. */
  NodeMethods(ClassLoader loader) {
    Captures captures = Captures.load(loader);
    for (String binding : captures.bindings()) {
      for (String signature : captures.handedOff(binding)) {
        Travel.methods(signature, loader).forEach(this::add);
      }
    }
  }

  private void add(Method method) {
    method.trySetAccessible(); // else the call is refused, and says so
    methods.put(
        key(method.getDeclaringClass().getName(), method.getName(), descriptor(method)), method);
  }

  /** Whether there are none, so that every call would be refused. */
  boolean isEmpty() {
    return methods.isEmpty();
  }

  /**
   * The method that a server names.
   *
   * @throws NoSuchMethodException if no binding hands it off
   */
  Method named(String type, String name, String descriptor) throws NoSuchMethodException {
    Method method = methods.get(key(type, name, descriptor));
    if (method == null) {
      throw new NoSuchMethodException(
          "no binding that the node knows hands off " + type + "." + name + descriptor);
    }
    return method;
  }

  /** The types of a method's parameters and of its result, as a call names them. */
  static String descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .toMethodDescriptorString();
  }

  private static String key(String type, String name, String descriptor) {
    return type + " " + name + descriptor;
  }
}
