package cal.weave.code;

import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lambdas and method references of a program, and their methods in the program. */
public final class Lambdas {
  private record Key(String type, String method) {}

  private final Program program;
  private final Map<Key, List<Procedure>> bodies = new HashMap<>();

  public Lambdas(Program program) {
    this.program = program;
    for (Procedure procedure : program.procedures()) {
      for (int at : procedure.dynamicCalls()) {
        InvokeDynamicInstruction made = (InvokeDynamicInstruction) procedure.body().at(at);
        Procedure body = body(made);
        if (body != null) {
          Key key = new Key(typeOf(made), made.name().stringValue());
          bodies.computeIfAbsent(key, each -> new ArrayList<>()).add(body);
        }
      }
    }
  }

  /** Whether an instruction makes a lambda or a method reference, and not a string. */
  public static boolean isLambda(InvokeDynamicInstruction made) {
    return made.bootstrapMethod().owner().displayName().equals("LambdaMetafactory");
  }

  private static String typeOf(InvokeDynamicInstruction made) {
    String descriptor = made.typeSymbol().returnType().descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }

  /** The method behind a lambda or method reference; null outside the given classes. */
  public Procedure body(InvokeDynamicInstruction made) {
    if (!isLambda(made)
        || !(made.bootstrapArgs().get(1) instanceof DirectMethodHandleDesc handle)) {
      return null;
    }
    String owner = handle.owner().descriptorString();
    return program.resolve(
        new MethodName(
            owner.substring(1, owner.length() - 1),
            handle.methodName(),
            handle.lookupDescriptor()));
  }

  /** The bodies of the lambdas behind a call. */
  public List<Procedure> answering(MethodName callee) {
    List<Procedure> found = new ArrayList<>();
    for (String type : program.subtypes(callee.owner())) {
      found.addAll(bodies.getOrDefault(new Key(type, callee.name()), List.of()));
    }
    return found;
  }
}
