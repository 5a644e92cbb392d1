package cal.weave.loop;

import cal.weave.code.Hierarchy;
import cal.weave.code.Procedure;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The input that each step of a loop begins with, as far as variables of the loop have it: at the
 * end of a step the loop tells its activity. Immutable.
 *
 * @param stage of the loop
 * @param socket the variable of the socket; null for a field
 * @param buffer the variable of a buffer where input may be left; null for none, or a field
 */
record LoopInput(String stage, String socket, String buffer) {
  private static final String AWAITS = "awaits";
  private static final String BUFFER = "buffer";
  private static final ClassDesc NEXT_INPUT =
      ClassDesc.of("cal.core.internal.activity", "NextInput");
  private static final ClassDesc SOCKET = ClassDesc.of("java.net", "Socket");
  private static final Set<ClassDesc> SOCKETS =
      Set.of(SOCKET, ClassDesc.of("javax.net.ssl", "SSLSocket"));
  private static final MethodTypeDesc TELL =
      MethodTypeDesc.of(
          ConstantDescs.CD_void, SOCKET, ConstantDescs.CD_Object, ConstantDescs.CD_String);

  /** Whether a variable is one of both. */
  boolean has(Variable variable) {
    return (socket != null && variable.isNamed(socket))
        || (buffer != null && variable.isNamed(buffer));
  }

  /**
   * Makes sure that the variables are there, where a step ends.
   *
   * @param known the variables there
   */
  void require(LoopCut cut, Procedure procedure, int at, List<Variable> known, Hierarchy types) {
    if (socket != null) {
      Variable found = require(AWAITS, socket, cut, procedure, at, known);
      if (!SOCKETS.contains(found.type())) {
        throw cut.wrong(
            AWAITS,
            socket,
            procedure,
            at,
            "has type " + found.type().displayName() + "; name one of type java.net.Socket");
      }
    }
    if (buffer != null) {
      Variable found = require(BUFFER, buffer, cut, procedure, at, known);
      if (!found.mayTell(types)) {
        throw cut.wrong(
            BUFFER,
            buffer,
            procedure,
            at,
            "has type "
                + found.type().displayName()
                + ", and does not tell what is left in it; name an InputStream, a Reader, a number"
                + " or a boolean");
      }
    }
  }

  private static Variable require(
      String key, String name, LoopCut cut, Procedure procedure, int at, List<Variable> known) {
    return known.stream()
        .filter(each -> each.isNamed(name))
        .findFirst()
        .orElseThrow(
            () -> {
              String all =
                  known.stream()
                      .map(Variable::written)
                      .filter(each -> !each.isEmpty())
                      .collect(Collectors.joining(", "));
              return cut.wrong(
                  key,
                  name,
                  procedure,
                  at,
                  "is no variable with a value there; "
                      + (all.isEmpty()
                          ? "its class tells no names: compile it with -g, or name a field"
                          : "name one of " + all + ", or a field with its type"));
            });
  }

  /** Tells the activity. */
  void tell(CodeBuilder code, List<Variable> variables) {
    push(code, variables, socket);
    push(code, variables, buffer);
    code.loadConstant(stage).invokestatic(NEXT_INPUT, "tell", TELL);
  }

  private static void push(CodeBuilder code, List<Variable> variables, String name) {
    if (name == null) {
      code.aconst_null();
    } else {
      variables.stream().filter(each -> each.isNamed(name)).findFirst().orElseThrow().box(code);
    }
  }
}
