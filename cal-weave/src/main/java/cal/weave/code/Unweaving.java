package cal.weave.code;

import cal.weave.support.AjcNames;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads through what ajc has woven.
 *
 * <p>A call with around advice becomes a call of {@code ajc$around$...}, with an object of class
 * {@code X$AjcClosureN} that holds the operands in an array. Its {@code run} passes them to the
 * static method {@code X.name_aroundBodyN}, where the call stands alone. Advice without a closure
 * is inlined into {@code X.name_aroundBodyN$advice}.
 */
public final class Unweaving {
  public static final String CONVERSIONS = "org/aspectj/runtime/internal/Conversions";

  private Unweaving() {}

  public static boolean isAdvice(InvokeInstruction call) {
    return AjcNames.isAroundAdvice(call.name().stringValue());
  }

  /** Whether a method is ajc's alone: nothing that its author wrote is in it. */
  public static boolean isPlumbing(Procedure procedure) {
    String name = procedure.name().name();
    return AjcNames.isClosure(procedure.owner())
        || AjcNames.isOwn(name)
        || AjcNames.isInlinedAdvice(name)
        || (AjcNames.isAroundBody(name) && forwarded(procedure) != null);
  }

  /** The call that the author wrote where a woven one stands; any other call as it is. */
  public static CallSite unwoven(Program program, CallSite site) {
    if (AjcNames.isInlinedAdvice(site.callee().name())) {
      Procedure advice = program.declared(site.callee());
      Procedure body = advice == null ? null : aroundBody(advice);
      // The operands of the join point come first, then those of the advice.
      return body == null
          ? site
          : through(site, site.arguments().subList(0, body.type().parameterCount()), body);
    }
    if (!AjcNames.isAroundAdvice(site.callee().name())) {
      return site;
    }
    for (Value argument : site.arguments()) {
      if (argument.single() instanceof Origin.Made closure && AjcNames.isClosure(closure.type())) {
        Procedure body = aroundBody(program, closure.type());
        return body == null ? site : through(site, arguments(site, closure, body), body);
      }
    }
    return site;
  }

  private static Procedure aroundBody(Program program, String closure) {
    Procedure run =
        program.declared(new MethodName(closure, "run", "([Ljava/lang/Object;)Ljava/lang/Object;"));
    return run == null ? null : aroundBody(run);
  }

  /** The join point that advice, or the closure of advice, goes on with. */
  private static Procedure aroundBody(Procedure advice) {
    for (int i = 0; i < advice.body().size(); i++) {
      if (advice.body().at(i) instanceof InvokeInstruction call
          && AjcNames.isAroundBody(call.name().stringValue())) {
        return advice
            .program()
            .declared(
                new MethodName(
                    call.owner().asInternalName(),
                    call.name().stringValue(),
                    call.type().stringValue()));
      }
    }
    return null;
  }

  /**
   * The method with the code that the author wrote: of a woven region, the body of the join point,
   * whose parameters are the same, after {@code this}.
   */
  public static Procedure written(Procedure procedure) {
    String name = AjcNames.authors(procedure.name().name());
    for (CallSite site : procedure.calls()) {
      Procedure body = site.isStatic() ? procedure.program().declared(site.callee()) : null;
      if (body != null
          && body != procedure
          && AjcNames.isAroundBody(site.callee().name())
          && AjcNames.authors(site.callee().name()).equals(name)
          && body.owner().equals(procedure.owner())
          && isExecution(procedure, body)) {
        return written(body);
      }
    }
    return procedure;
  }

  private static boolean isExecution(Procedure procedure, Procedure body) {
    List<ClassDesc> own = new ArrayList<>(procedure.type().parameterList());
    if (!procedure.isStatic()) {
      own.addFirst(ClassDesc.ofInternalName(procedure.owner()));
    }
    List<ClassDesc> theirs = body.type().parameterList();
    return theirs.size() >= own.size()
        && theirs.subList(0, own.size()).equals(own)
        && body.type().returnType().equals(procedure.type().returnType());
  }

  private static List<Value> arguments(CallSite site, Origin.Made closure, Procedure body) {
    Value state = state(site.caller(), closure);
    List<Value> arguments = new ArrayList<>();
    for (int i = 0; i < body.type().parameterCount(); i++) {
      Origin array = state.single();
      arguments.add(array == null ? Value.UNKNOWN : site.caller().values().stored(array, i));
    }
    return arguments;
  }

  private static CallSite through(CallSite site, List<Value> arguments, Procedure body) {
    CallSite inner = forwarded(body);
    if (inner == null) {
      return new CallSite(
          site.caller(), site.at(), Opcode.INVOKESTATIC, body.name(), List.copyOf(arguments));
    }
    List<Value> mapped = new ArrayList<>();
    for (Value value : inner.arguments()) {
      mapped.add(
          value.single() instanceof Origin.Parameter parameter
              ? arguments.get(index(body.type(), parameter.slot()))
              : Value.UNKNOWN);
    }
    return new CallSite(
        site.caller(), site.at(), inner.opcode(), inner.callee(), List.copyOf(mapped));
  }

  /** The argument of the closure's constructor. */
  private static Value state(Procedure caller, Origin.Made closure) {
    for (int i = 0; i < caller.body().size(); i++) {
      if (caller.body().at(i) instanceof InvokeInstruction call
          && call.name().equalsString("<init>")
          && call.owner().asInternalName().equals(closure.type())
          && caller.values().isReached(i)
          && caller.values().operands(i).getFirst().contains(closure)) {
        return caller.values().operands(i).get(1);
      }
    }
    return Value.UNKNOWN;
  }

  /** The call in a method that does nothing else; null where it does more. */
  private static CallSite forwarded(Procedure body) {
    String name = AjcNames.authors(body.name().name()).replace("init$", "<init>");
    CallSite found = null;
    for (CallSite site : body.calls()) {
      if (found != null || !site.callee().name().equals(name)) {
        return null;
      }
      found = site;
    }
    int moves = body.type().parameterCount() + 4;
    return body.body().size() <= moves ? found : null;
  }

  private static int index(MethodTypeDesc type, int slot) {
    int next = 0;
    int index = 0;
    for (ClassDesc parameter : type.parameterList()) {
      if (next == slot) {
        return index;
      }
      next += TypeKind.from(parameter).slotSize();
      index++;
    }
    throw new IllegalStateException("no parameter starts at slot=" + slot + " of " + type);
  }
}
