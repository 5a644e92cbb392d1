package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.code.CallSite;
import cal.weave.code.Lambdas;
import cal.weave.code.MethodName;
import cal.weave.code.Origin;
import cal.weave.code.Procedure;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.AccessFlag;
import java.util.BitSet;

/**
 * The places hidden from the check, counted in the code of activities.
 *
 * @param lambdas lambdas and method references passed to code outside the given classes, or with
 *     their body there
 * @param reflection reflective calls, and calls of method handles, proxies and service loaders
 * @param natives native methods
 * @param unreadable methods with subroutines, as of compilers before Java 6
 */
public record BlindSpots(int lambdas, int reflection, int natives, int unreadable) {

  /** Counts them in the methods of some contexts. */
  public static BlindSpots in(CallGraph graph, CallContexts contexts) {
    int lambdas = 0;
    int reflection = 0;
    int natives = 0;
    int unreadable = 0;
    for (Procedure procedure : contexts.procedures()) {
      natives += procedure.is(AccessFlag.NATIVE) ? 1 : 0;
      unreadable += procedure.body().isReadable() ? 0 : 1;
      for (int at : procedure.dynamicCalls()) {
        lambdas += isLost(graph, procedure, at) ? 1 : 0;
      }
      for (CallSite site : procedure.calls()) {
        reflection += isReflective(site.callee()) ? 1 : 0;
      }
    }
    return new BlindSpots(lambdas, reflection, natives, unreadable);
  }

  private static boolean isLost(CallGraph graph, Procedure procedure, int at) {
    InvokeDynamicInstruction made = (InvokeDynamicInstruction) procedure.body().at(at);
    if (!Lambdas.isLambda(made) || !procedure.values().isReached(at)) {
      return false;
    }
    BitSet uses = procedure.values().usesOf(new Origin.Result(at));
    return graph.lambdas().body(made) == null
        || procedure.calls().stream()
            .anyMatch(site -> uses.get(site.at()) && graph.targets(site).isEmpty());
  }

  private static boolean isReflective(MethodName callee) {
    return callee.isOf("java/lang/Class", "forName", "newInstance")
        || callee.isOf("java/lang/reflect/Method", "invoke")
        || callee.isOf("java/lang/reflect/Constructor", "newInstance")
        || callee.isOf("java/lang/reflect/Field", "set")
        || callee.isOf("java/lang/reflect/Proxy", "newProxyInstance")
        || callee.isOf("java/lang/invoke/MethodHandle", "invoke", "invokeExact")
        || callee.isOf("java/util/ServiceLoader", "load");
  }

  @Override
  public String toString() {
    String text =
        "%d lambdas or method references in the hands of other code, %d reflective calls, %d native"
                .formatted(lambdas, reflection, natives)
            + " methods";
    return unreadable == 0 ? text : text + ", " + unreadable + " methods with subroutines";
  }
}
