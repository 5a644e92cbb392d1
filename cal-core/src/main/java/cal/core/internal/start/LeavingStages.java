package cal.core.internal.start;

import java.util.Arrays;

/** Tells the bindings that say which socket an activity awaits between two steps. Stateless. */
final class LeavingStages {
  private static final String METHOD = "awaits";
  private static final String DEFAULT = "cal.core.ActivityCapture";

  private LeavingStages() {}

  /** Whether a binding, or an aspect that it extends, overrides the library's answer. */
  static boolean leaves(Class<?> binding) {
    Class<?> at = binding;
    while (at != null && !at.getName().equals(DEFAULT)) {
      if (Arrays.stream(at.getDeclaredMethods()).anyMatch(m -> m.getName().equals(METHOD))) {
        return true;
      }
      at = at.getSuperclass();
    }
    return false;
  }
}
