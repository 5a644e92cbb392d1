package cal.cluster;

import cal.cluster.internal.call.MemberServices;
import cal.core.spi.ConcurrencyModel.HandOffs;
import cal.core.spi.ConfigurationException;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The calls able to travel, judged by their classes before the server serves. A class with possible
 * subclasses, an interface above all, is judged at the call, by the objects. Stateless.
 */
final class Travel {
  /** {@code int server.Store.store(byte[], int)}. */
  private static final Pattern SIGNATURE = Pattern.compile("\\S+ (\\S+)\\.(\\S+)\\((.*)\\)");

  private Travel() {}

  /**
   * Makes sure that no call has a class without travelling objects.
   *
   * @throws ConfigurationException naming the first call, the class and the remedy
   */
  static void require(HandOffs handOffs) {
    String stage = handOffs.stage();
    int key = handOffs.setting(ClusterSettings.KEY);
    boolean service = handOffs.setting(ClusterSettings.TARGET) == ClusterSettings.Target.SERVICE;
    for (String signature : handOffs.signatures()) {
      if (signature.contains(".new(")) {
        throw new ConfigurationException(
            sentence(stage, signature) + "it makes an object; hand off a method that returns it");
      }
      method(signature, handOffs.loader())
          .ifPresent(method -> require(method, signature, service, key, handOffs));
    }
  }

  private static void require(
      Method method, String signature, boolean service, int key, HandOffs handOffs) {
    String stage = handOffs.stage();
    Class<?> target = method.getDeclaringClass();
    boolean called = !Modifier.isStatic(method.getModifiers());
    boolean served = called && (service || MemberService.class.isAssignableFrom(target));
    if (served && !MemberServices.canMake(target, handOffs.loader())) {
      throw new ConfigurationException(
          sentence(stage, signature)
              + "a node cannot make an object of "
              + target.getName()
              + ", which is to be a service of each; give it a constructor without parameters, or"
              + " a provider in META-INF/services/"
              + target.getName());
    }
    stays(method, called && !served).ifPresent(type -> refuse(stage, signature, type));
    if (key > method.getParameterCount()) {
      throw new ConfigurationException(fewArguments(stage, key, signature));
    }
  }

  /** The mistake in a key. */
  static String fewArguments(String stage, int key, String call) {
    return "cal.stage." + stage + ".cluster.key=" + key + ", and " + call + " has fewer arguments";
  }

  private static void refuse(String stage, String signature, Class<?> type) {
    throw new ConfigurationException(
        sentence(stage, signature) + notSerializable(stage, type.getName()));
  }

  private static String sentence(String stage, String signature) {
    return "stage "
        + stage
        + " has model "
        + ClusterModel.NAME
        + ", and its call "
        + signature
        + " cannot travel: ";
  }

  /** The mistake in a class, and the remedy. */
  static String notSerializable(String stage, String type) {
    return type
        + " is not java.io.Serializable; make it Serializable, hand off a static method that needs"
        + " it not, declare a target a service of each member (cal.stage."
        + stage
        + ".cluster.target=service), or give cal.stage."
        + stage
        + ".model a model of this process";
  }

  /** The first class of a call with objects that certainly cannot travel. */
  private static Optional<Class<?>> stays(Method method, boolean withTarget) {
    Stream<Class<?>> target = withTarget ? Stream.of(method.getDeclaringClass()) : Stream.empty();
    return Stream.of(
            target, Arrays.stream(method.getParameterTypes()), Stream.of(method.getReturnType()))
        .flatMap(types -> types)
        .map(Travel::element)
        .filter(Travel::stays)
        .<Class<?>>map(type -> type)
        .findFirst();
  }

  private static Class<?> element(Class<?> type) {
    return type.isArray() ? element(type.getComponentType()) : type;
  }

  private static boolean stays(Class<?> type) {
    return !type.isPrimitive()
        && !Modifier.isAbstract(type.getModifiers())
        && type != Object.class
        && !Serializable.class.isAssignableFrom(type);
  }

  /** The method of a signature; empty if unknown. */
  private static Optional<Method> method(String signature, ClassLoader loader) {
    return Called.of(signature)
        .flatMap(called -> type(called.type, loader).flatMap(type -> called.in(type).findFirst()));
  }

  /**
   * The possible methods of a signature, declared or inherited by its class. None without a class.
   */
  static Stream<Method> methods(String signature, ClassLoader loader) {
    return Called.of(signature).stream()
        .flatMap(
            called ->
                type(called.type, loader).stream()
                    .flatMap(Travel::withSupertypes)
                    .flatMap(called::in));
  }

  private static Stream<Class<?>> withSupertypes(Class<?> type) {
    return Stream.concat(
        Stream.of(type),
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
            .flatMap(Travel::withSupertypes));
  }

  /** A signature in parts; names are as in source. */
  private record Called(String type, String name, List<String> parameters) {
    static Optional<Called> of(String signature) {
      Matcher parts = SIGNATURE.matcher(signature.replace('$', '.'));
      return parts.matches()
          ? Optional.of(
              new Called(
                  parts.group(1),
                  parts.group(2),
                  parts.group(3).isEmpty() ? List.of() : List.of(parts.group(3).split(", ", -1))))
          : Optional.empty();
    }

    Stream<Method> in(Class<?> type) {
      try {
        return Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(name))
            .filter(method -> names(method).equals(parameters));
      } catch (LinkageError incomplete) {
        return Stream.empty();
      }
    }

    private static List<String> names(Method method) {
      return Arrays.stream(method.getParameterTypes())
          .map(type -> type.getTypeName().replace('$', '.'))
          .toList();
    }
  }

  /** A class by its name in source, where a member class has a dot. */
  private static Optional<Class<?>> type(String name, ClassLoader loader) {
    for (String spelled = name; ; ) {
      try {
        return Optional.of(Class.forName(spelled, false, loader));
      } catch (ClassNotFoundException | LinkageError absent) {
        int dot = spelled.lastIndexOf('.');
        if (dot < 0) {
          return Optional.empty();
        }
        spelled = spelled.substring(0, dot) + "$" + spelled.substring(dot + 1);
      }
    }
  }
}
