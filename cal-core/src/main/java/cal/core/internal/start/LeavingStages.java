package cal.core.internal.start;

import cal.core.internal.record.Captures;
import cal.core.internal.stage.OpenStage;
import java.net.Socket;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** Tells the bindings that say which socket an activity awaits between two steps. Stateless. */
final class LeavingStages {
  private static final String METHOD = "awaits";
  private static final String DEFAULT = "cal.core.ActivityCapture";

  private LeavingStages() {}

  /**
   * The socket that is awaited, by the target of an activity; nothing where nobody says it.
   *
   * @param said asks the binding
   * @param captures in which a file may say it instead
   */
  static Optional<Function<Object, Socket>> awaited(
      Class<?> binding, OpenStage stage, Function<Object, Socket> said, Captures captures) {
    return overrides(binding)
        ? Optional.of(said)
        : captures
            .awaited(binding.getName())
            .map(input -> new DeclaredInput(stage.name(), input, binding.getClassLoader())::of);
  }

  /** Whether a binding, or an aspect that it extends, overrides the library's answer. */
  private static boolean overrides(Class<?> binding) {
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
