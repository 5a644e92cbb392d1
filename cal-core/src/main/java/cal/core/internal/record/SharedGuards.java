package cal.core.internal.record;

import cal.core.internal.region.GuardPolicies;
import cal.core.internal.region.PolicyChoice;
import cal.core.internal.region.Regions;
import cal.core.spi.ConfigurationException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sees, before a server serves, that two aspects guard the same objects, or the same class, by two
 * policies that would not exclude each other. It cannot see an aspect that maps its guards or binds
 * an argument; {@link GuardPolicies} sees that when a guard is entered.
 */
public final class SharedGuards {
  private SharedGuards() {}

  /**
   * Compares each two aspects.
   *
   * @param captures their recorded join points
   * @param choices their policies
   * @throws ConfigurationException naming two that share a guard and not its policy
   */
  public static void requireOnePolicy(
      Captures captures, Map<String, PolicyChoice> choices, ClassLoader loader) {
    Map<String, List<Captures.JoinPoint>> regions = captures.regions();
    List<String> aspects = new ArrayList<>(regions.keySet());
    aspects.removeIf(
        aspect -> captures.bindsArguments(aspect) || mapsGuards(aspect, captures, loader));
    for (String one : aspects) {
      for (String other : aspects.subList(0, aspects.indexOf(one))) {
        PolicyChoice a = choices.get(one);
        PolicyChoice b = choices.get(other);
        String shared = a.isAs(b) ? null : shared(regions.get(one), regions.get(other), loader);
        if (shared != null) {
          throw new ConfigurationException(
              "the guard of "
                  + shared
                  + " would be entered through two policies, "
                  + a.policy()
                  + " ("
                  + one
                  + ", "
                  + a.origin()
                  + ") and "
                  + b.policy()
                  + " ("
                  + other
                  + ", "
                  + b.origin()
                  + "), which do not exclude each other; give both the same");
        }
      }
    }
  }

  private static boolean mapsGuards(String aspect, Captures captures, ClassLoader loader) {
    if (captures.member(aspect, "guard").isPresent()
        || captures.member(aspect, "key").isPresent()) {
      return true;
    }
    for (Class<?> type = load(aspect, loader);
        type != null && !type.getName().equals(Regions.LIBRARY);
        type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals("guard")) {
          return true;
        }
      }
    }
    return false;
  }

  /** A region of the first aspect whose guard is one of the second's as well; or null. */
  private static String shared(
      List<Captures.JoinPoint> one, List<Captures.JoinPoint> other, ClassLoader loader) {
    for (Captures.JoinPoint a : one) {
      for (Captures.JoinPoint b : other) {
        if (isOfClass(a) == isOfClass(b)
            && isExecution(a)
            && isExecution(b)
            && related(a, b, loader)) {
          return a.signature();
        }
      }
    }
    return null;
  }

  /** Whether the guard is the class; otherwise it is an object, be the region one that reads. */
  private static boolean isOfClass(Captures.JoinPoint region) {
    return region.form() == Captures.Form.CLASS_REGION;
  }

  /** A region that is entered where it is called is recorded with its caller, and its line. */
  private static boolean isExecution(Captures.JoinPoint region) {
    return region.site().indexOf(':') < 0;
  }

  private static boolean related(Captures.JoinPoint a, Captures.JoinPoint b, ClassLoader loader) {
    String first = Captures.classOf(a.site());
    String second = Captures.classOf(b.site());
    if (first.equals(second)) {
      return true;
    }
    if (isOfClass(a)) {
      return false;
    }
    Class<?> one = load(first, loader);
    Class<?> two = load(second, loader);
    return one != null && two != null && (one.isAssignableFrom(two) || two.isAssignableFrom(one));
  }

  private static Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError absent) {
      return null;
    }
  }
}
