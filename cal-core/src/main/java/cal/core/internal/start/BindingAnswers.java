package cal.core.internal.start;

import cal.core.internal.record.Captures;
import cal.core.internal.stage.OpenStage;
import java.net.Socket;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The answers of a binding about its activities, by their targets: in Java, or in a file. Null
 * without an answer, so nobody is asked. Stateless.
 */
final class BindingAnswers {
  private static final String DEFAULT = "cal.core.ActivityCapture";

  private BindingAnswers() {}

  /**
   * Gives a stage the answers about the socket of an activity: awaited between two steps, and of a
   * loop that a file cuts.
   *
   * @param said the binding's answer
   * @param captures with the answer of a file instead
   */
  static void awaited(
      Class<?> binding, OpenStage stage, Function<Object, Socket> said, Captures captures) {
    Optional<DeclaredInput> input =
        captures
            .awaited(binding.getName())
            .map(one -> new DeclaredInput(stage.name(), one, binding.getClassLoader()));
    if (overrides(binding, "awaits")) {
      stage.awaits(said);
    } else {
      input.ifPresent(one -> stage.awaits(one::of));
    }
    if (captures.cutsLoop(binding.getName())) {
      stage.loops(target -> input.map(one -> one.socketOf(target)).orElse(null));
    }
  }

  /**
   * Whether the client of an activity only listens.
   *
   * @param said the binding's answer
   * @param captures with the answer of a file instead
   */
  static Optional<Predicate<Object>> listens(
      Class<?> binding, Predicate<Object> said, Captures captures) {
    return overrides(binding, "listens")
        ? Optional.of(said)
        : captures
            .listens(binding.getName())
            .map(member -> MemberChain.of(member, binding.getClassLoader()))
            .map(chain -> target -> Boolean.TRUE.equals(chain.of(target)));
  }

  /** Whether a binding, or a file in its place, names the awaited socket. */
  static boolean isSaid(Class<?> binding, Captures captures) {
    return overrides(binding, "awaits") || captures.awaited(binding.getName()).isPresent();
  }

  /** Whether a binding, or a super-aspect, overrides the library's answer. */
  private static boolean overrides(Class<?> binding, String method) {
    Class<?> at = binding;
    while (at != null && !at.getName().equals(DEFAULT)) {
      if (Arrays.stream(at.getDeclaredMethods()).anyMatch(m -> m.getName().equals(method))) {
        return true;
      }
      at = at.getSuperclass();
    }
    return false;
  }
}
