package cal.weave.effect;

import cal.weave.code.CallSite;
import cal.weave.code.Dispatch;
import cal.weave.code.Lambdas;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.support.AjcNames;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Looks for effects of methods: a search through all methods that a method may call, by class
 * hierarchy, until the first instruction that is not known to have no effect. So a method without
 * an effect here has none, as far as the given classes are all; of the JDK, {@link KnownReaders}
 * alone are trusted. For a single thread.
 */
public final class Effects {
  private static final String ARRAY = "makes an array of a length that may be half written";

  private final Lambdas lambdas;
  private final Dispatch dispatch;
  private final KnownReaders known;
  private final Predicate<Procedure> excluding;

  /**
   * Looks at nothing yet.
   *
   * @param excluding methods that must not be called, since they wait for readers
   */
  public Effects(Program program, Predicate<Procedure> excluding) {
    this.excluding = excluding;
    this.lambdas = new Lambdas(program);
    this.dispatch = new Dispatch(program, lambdas);
    this.known = new KnownReaders(program);
  }

  /** The first write to an object that others may know; empty for a method that only reads. */
  public Optional<Effect> write(Procedure procedure) {
    return Optional.ofNullable(new Search(false).in(procedure));
  }

  /**
   * The first reason why a method must not run while another thread writes, and once more then:
   * besides a write, code that might not end, or ask for all memory, among values half written.
   */
  public Optional<Effect> haste(Procedure procedure) {
    return Optional.ofNullable(new Search(true).in(procedure));
  }

  /** A search from one method on. */
  private final class Search {
    private final boolean hasty;
    private final Set<Procedure> seen = new HashSet<>();
    private final Set<Procedure> path = new LinkedHashSet<>();

    Search(boolean hasty) {
      this.hasty = hasty;
    }

    Effect in(Procedure procedure) {
      if (!seen.add(procedure)) {
        return null;
      }
      if (procedure.is(AccessFlag.NATIVE) || !procedure.body().isReadable()) {
        return new Effect(procedure, 0, "is native, or too old to be read");
      }
      path.add(procedure);
      Effect found = inInstructions(procedure);
      found = found == null ? inCalls(procedure) : found;
      path.remove(procedure);
      return found;
    }

    private Effect inInstructions(Procedure procedure) {
      for (int i = 0; i < procedure.body().size(); i++) {
        if (procedure.values().isReached(i)) {
          Effect found = at(procedure, i);
          if (found != null) {
            return found;
          }
        }
      }
      return null;
    }

    private Effect inCalls(Procedure procedure) {
      for (CallSite site : procedure.calls()) {
        Effect found = inCall(site);
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    private Effect at(Procedure procedure, int i) {
      Instruction instruction = procedure.body().at(i);
      if (instruction instanceof InvokeDynamicInstruction made) {
        Procedure body = lambdas.body(made);
        return body == null ? null : in(body);
      }
      String what =
          switch (instruction) {
            case FieldInstruction field -> field(procedure, i, field);
            case ArrayStoreInstruction _ when !Fresh.isFirst(procedure, i) ->
                "writes an element of an array";
            default -> hasty ? haste(procedure, i, instruction) : null;
          };
      return what == null ? null : new Effect(procedure, i, what);
    }

    private static String field(Procedure procedure, int i, FieldInstruction field) {
      boolean writes =
          field.opcode() == Opcode.PUTSTATIC
              || (field.opcode() == Opcode.PUTFIELD && !Fresh.isFirst(procedure, i));
      String name = field.name().stringValue();
      return writes && !AjcNames.isOwn(name)
          ? "writes " + new MethodName(field.owner().asInternalName(), name, "")
          : null;
    }

    private static String haste(Procedure procedure, int i, Instruction instruction) {
      boolean own = !AjcNames.isInlinedAdvice(procedure.name().name());
      for (int following : procedure.body().next(i)) {
        if (own && following <= i) {
          return "has a loop, which might not end";
        }
      }
      return switch (instruction) {
        case MonitorInstruction _ when own -> "uses a monitor";
        case NewPrimitiveArrayInstruction _ when !Fresh.isOfKnownLength(procedure, i) -> ARRAY;
        case NewReferenceArrayInstruction _ when !Fresh.isOfKnownLength(procedure, i) -> ARRAY;
        case NewMultiArrayInstruction _ -> ARRAY;
        default -> null;
      };
    }

    private Effect inCall(CallSite site) {
      MethodName callee = site.callee();
      if (callee.owner().matches("(cal/core|org/aspectj)/.*")
          || callee.name().equals("aspectOf")
          || AjcNames.isOwn(callee.name())) {
        return null; // what was woven around the author's code
      }
      List<Procedure> targets =
          dispatch.targets(site).stream().filter(each -> !each.is(AccessFlag.ABSTRACT)).toList();
      if (targets.isEmpty() && !known.isReader(site, hasty)) {
        return new Effect(site.caller(), site.at(), "calls " + callee + ", which may write");
      }
      for (Procedure target : targets) {
        Effect found =
            excluding.test(target)
                ? new Effect(site.caller(), site.at(), "enters " + target + ", which excludes it")
                : hasty && path.contains(target)
                    ? new Effect(site.caller(), site.at(), "calls itself, and might not end")
                    : in(target);
        if (found != null) {
          return found;
        }
      }
      return null;
    }
  }
}
