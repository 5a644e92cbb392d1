package cal.simulation.internal.rewrite;

import java.util.List;

/** Classes by the begins of their names. Stateless. */
final class ClassNames {
  private static final List<String> SHARED =
      List.of(
          "cal.simulation.",
          "org.junit.",
          "org.opentest4j.",
          "org.assertj.",
          "org.apiguardian.",
          "org.hamcrest.");

  private ClassNames() {}

  /** Without a stream: each class that is loaded comes here. */
  static boolean startsWith(String name, List<String> prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Whether all seeds have the same class: those of test libraries. */
  static boolean isShared(String name) {
    return startsWith(name, SHARED);
  }
}
