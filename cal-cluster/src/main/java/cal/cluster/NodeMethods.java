package cal.cluster;

import cal.core.internal.record.Captures;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/**
 * The methods that a node may call: all hand-offs of bindings, by the weaver's record. A stranger
 * at the port of a node without a secret can call no others. Immutable.
 */
final class NodeMethods {
  private final Map<String, Method> methods = new HashMap<>();

  /** The hand-offs of all bindings of a class loader; no class is initialised. */
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

  /** Whether there are none; then every call would be refused. */
  boolean isEmpty() {
    return methods.isEmpty();
  }

  /**
   * The method named by a server.
   *
   * @throws NoSuchMethodException if no binding hands the method off
   */
  Method named(String type, String name, String descriptor) throws NoSuchMethodException {
    Method method = methods.get(key(type, name, descriptor));
    if (method == null) {
      throw new NoSuchMethodException(
          "no binding that the node knows hands off " + type + "." + name + descriptor);
    }
    return method;
  }

  /** The types of a method's parameters and result, as in a call. */
  static String descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .toMethodDescriptorString();
  }

  private static String key(String type, String name, String descriptor) {
    return type + " " + name + descriptor;
  }
}
