package cal.weave.support;

import java.util.List;

/** The classes of a server and its libraries, apart from those of CAL and the JDK. Stateless. */
public final class ServerClasses {
  /** Woven never: the library, and the weaver. */
  private static final List<String> OTHERS =
      List.of(
          "cal.core.",
          "cal.agent.",
          "cal.weave.",
          "cal.thread.",
          "cal.executor.",
          "cal.reactive.",
          "cal.jcsp.",
          "cal.cluster.",
          "cal.proactor.",
          "cal.binding.",
          "org.aspectj.",
          "java.",
          "javax.",
          "jdk.",
          "sun.");

  private ServerClasses() {}

  /** Whether a class, named with dots, is one. */
  public static boolean include(String name) {
    return OTHERS.stream().noneMatch(name::startsWith);
  }
}
