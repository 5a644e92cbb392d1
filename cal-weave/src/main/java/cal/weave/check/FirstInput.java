package cal.weave.check;

import cal.weave.code.CallSite;
import cal.weave.code.Hierarchy;
import cal.weave.code.Ingredients;
import cal.weave.code.Origin;
import cal.weave.code.Origin.FieldOf;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.loop.Loops;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The input that a step of a loop begins with: the buffer that its call reads, and the socket
 * beneath, as far as the class shows. A socket is declared, never guessed. For a single thread.
 */
final class FirstInput {
  private static final String SOCKET = "java.net.Socket";

  private static final Origin THIS = new Origin.Parameter(0);

  /** Its objects are behind tags, which it never counts. */
  private static final String MUTE = "java.io.ObjectInputStream";

  private final Program program;
  private final Procedure loop;
  private final CallSite call;

  /**
   * Of a loop with a single cut.
   *
   * @param call that begins a step
   */
  FirstInput(Program program, Procedure loop, CallSite call) {
    this.program = program;
    this.loop = loop;
    this.call = call;
  }

  /**
   * The lines of a stage; none without a buffer that tells.
   *
   * @param loops the cut loop alone
   */
  List<String> lines(Loops loops) {
    String type = call.callee().owner().replace('/', '.');
    if (!NetworkUses.direct(call).contains(NetworkUses.Use.READS)
        || type.equals(MUTE)
        || !Hierarchy.in(ClassLoader.getSystemClassLoader()).mayTell(type)) {
      return List.of();
    }
    String field = bufferField();
    Optional<String> buffer = field == null ? loops.variable(type) : Optional.of(member(field));
    List<String> sockets = socketFields();
    List<String> read = sockets.stream().filter(each -> isRead(each, field)).toList();
    Optional<String> variable = field == null ? loops.variable(SOCKET) : Optional.empty();
    Optional<String> socket =
        read.size() == 1
            ? Optional.of(member(read.getFirst()))
            : sockets.isEmpty() ? variable : Optional.empty();
    if (buffer.isEmpty() || (socket.isEmpty() && sockets.isEmpty())) {
      return List.of();
    }
    if (socket.isPresent()) {
      return List.of("    awaits: " + socket.get(), "    buffer: " + buffer.get());
    }
    List<String> possible = new ArrayList<>(sockets.stream().map(this::member).toList());
    variable.ifPresent(possible::add);
    return List.of(
        "    # not seen: the socket beneath "
            + buffer.get()
            + "; write awaits: with that socket ("
            + String.join(" or ", possible)
            + "?), and buffer: "
            + buffer.get());
  }

  private String member(String field) {
    return CutProposals.written(loop.owner()) + "." + field;
  }

  private List<String> socketFields() {
    return loop.isStatic()
        ? List.of()
        : program.model(loop.owner()).fields().stream()
            .filter(field -> field.fieldTypeSymbol().equals(ClassDesc.of(SOCKET)))
            .map(field -> field.fieldName().stringValue())
            .toList();
  }

  /** The field of the buffer; null for none. */
  private String bufferField() {
    return !loop.isStatic()
            && call.receiver() != null
            && call.receiver().single() instanceof FieldOf(Origin holder, _, String name)
            && THIS.equals(holder)
        ? name
        : null;
  }

  /** Whether the buffer, a field or else a variable, is made of a socket. */
  private boolean isRead(String socket, String buffer) {
    return buffer == null
        ? isOf(socket, Ingredients.of(call))
        : program.procedures(loop.owner()).stream().anyMatch(each -> isMade(each, socket, buffer));
  }

  /** Whether a method makes the buffer of the socket, or of the object kept as the socket. */
  private static boolean isMade(Procedure procedure, String socket, String buffer) {
    Set<Origin> parts = Ingredients.of(procedure, stored(procedure, buffer));
    return isOf(socket, parts)
        || stored(procedure, socket).stream()
            .anyMatch(each -> !(each instanceof Origin.Unknown) && parts.contains(each));
  }

  private static boolean isOf(String socket, Set<Origin> parts) {
    return parts.stream()
        .anyMatch(
            part ->
                part instanceof FieldOf(Origin holder, _, String name)
                    && THIS.equals(holder)
                    && name.equals(socket));
  }

  private static Set<Origin> stored(Procedure procedure, String field) {
    Set<Origin> stored = new HashSet<>();
    for (int i = 0; i < procedure.body().size(); i++) {
      if (procedure.body().at(i) instanceof FieldInstruction put
          && put.opcode() == Opcode.PUTFIELD
          && put.name().equalsString(field)
          && procedure.values().isReached(i)) {
        stored.addAll(procedure.values().operands(i).getLast().origins());
      }
    }
    return stored;
  }
}
