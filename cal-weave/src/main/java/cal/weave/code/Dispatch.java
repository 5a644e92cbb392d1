package cal.weave.code;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The methods that may answer a call: any below the type of the receiver, by class hierarchy, and
 * any lambda of the type. Not thread-safe.
 *
 * <p>Calls through the methods of {@code java.lang.Object} ({@code toString}, {@code equals}) are
 * not followed, since such calls lead everywhere.
 */
public final class Dispatch {
  private final Program program;
  private final Lambdas lambdas;
  private final Map<MethodName, Set<Procedure>> answers = new HashMap<>();

  public Dispatch(Program program, Lambdas lambdas) {
    this.program = program;
    this.lambdas = lambdas;
  }

  /** The methods behind a call; none without such a method in the given classes. */
  public Set<Procedure> targets(CallSite site) {
    if (site.isDispatched()) {
      return answers.computeIfAbsent(site.callee(), this::answers);
    }
    Procedure target = program.resolve(site.callee());
    return target == null ? Set.of() : Set.of(target);
  }

  private Set<Procedure> answers(MethodName callee) {
    if (callee.owner().equals("java/lang/Object")) {
      return Set.of();
    }
    Set<Procedure> found = new LinkedHashSet<>();
    for (String type : program.subtypes(callee.owner())) {
      Procedure target = program.resolve(new MethodName(type, callee.name(), callee.descriptor()));
      if (target != null) {
        found.add(target);
      }
    }
    found.addAll(lambdas.answering(callee));
    return found;
  }
}
