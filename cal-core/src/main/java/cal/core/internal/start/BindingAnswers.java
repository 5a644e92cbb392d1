package cal.core.internal.start;

import cal.core.internal.activity.NextInput;
import cal.core.internal.activity.Shedding;
import cal.core.internal.record.AwaitedInput;
import cal.core.internal.record.Captures;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ConfigurationException;
import java.net.Socket;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

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
    Function<Object, Socket> unknown = target -> null;
    NextInput next = new NextInput(stage.name());
    Optional<AwaitedInput> declared = captures.awaited(binding.getName());
    Optional<DeclaredInput> input =
        declared
            .filter(one -> one.member().isPresent())
            .map(one -> new DeclaredInput(next, one, binding.getClassLoader()));
    if (overrides(binding, "awaits")) {
      stage.awaits(said);
    } else if (declared.isPresent()) {
      stage.awaits(input.isPresent() ? input.get()::of : unknown);
    }
    if (captures.cutsLoop(binding.getName())) {
      stage.loops(input.isPresent() ? input.get()::socketOf : unknown, next::isEmpty);
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
        : member(binding, "listens", captures)
            .map(chain -> target -> Boolean.TRUE.equals(chain.of(target)));
  }

  private static Optional<MemberChain> member(Class<?> binding, String word, Captures captures) {
    return captures
        .member(binding.getName(), word)
        .map(member -> MemberChain.of(member, binding.getClassLoader()));
  }

  /**
   * Gives a stage the answer to a late request, and the ranks of targets.
   *
   * @param busy the binding's answer
   * @param priority the binding's rank
   * @param captures with the answers of a file instead
   * @throws ConfigurationException if no step of the binding is ever known to be late
   */
  static void busy(
      Class<?> binding,
      OpenStage stage,
      Consumer<Object> busy,
      ToIntFunction<Object> priority,
      Captures captures) {
    Optional<MemberChain> member = member(binding, "busy", captures);
    boolean overridden = overrides(binding, "busy");
    if (!overridden && member.isEmpty()) {
      return;
    }
    if (captures.onlyHandsOff(binding.getName()) || !isSaid(binding, captures)) {
      throw new ConfigurationException(
          "binding "
              + binding.getName()
              + " names a refusal of late requests, busy(Object), and not the socket of the"
              + " requests; override awaits(Object) of a binding that spawns (in cal.yaml: awaits"
              + " and buffer beside spawn)");
    }
    ToIntFunction<Object> rank =
        overrides(binding, "priority")
            ? priority
            : member(binding, "priority", captures).map(BindingAnswers::rank).orElse(any -> 0);
    stage.sheds(
        overridden
            ? new Shedding(stage.name(), any -> true, busy, rank)
            : new Shedding(stage.name(), member.get()::isOf, member.get()::from, rank));
    if (stage.inPlace()) {
      stage.shedding().tellUnused(stage.model().name());
    }
  }

  /** A target of another type has the rank 0. */
  private static ToIntFunction<Object> rank(MemberChain member) {
    return target -> member.of(target) instanceof Number rank ? rank.intValue() : 0;
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
