package cal.weave.code;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The instructions of a method, their lines, and which may follow which. Immutable once read.
 *
 * <p>Instructions are known by their index. Flow by exceptions is kept apart, in {@link
 * #handlers()}. A method with subroutines ({@code jsr}, before Java 6) counts as empty, and {@link
 * #isReadable()} says so.
 */
public final class Body {
  /**
   * A range of instructions, and the target of their exceptions.
   *
   * @param start the first instruction
   * @param end the instruction after the last
   * @param target the handler
   * @param any whether each exception goes there, and none to a later handler
   */
  public record Handler(int start, int end, int target, boolean any) {
    /** Whether exceptions of an instruction go there. */
    public boolean covers(int i) {
      return start <= i && i < end;
    }
  }

  /** Has calls in place of the instructions, where monitors are regions. */
  public static final String MONITORS = "cal/core/internal/start/Monitors";

  private static final Body NONE = new Body();

  private final List<Instruction> instructions = new ArrayList<>();
  private final List<Integer> lines = new ArrayList<>();
  private final List<Handler> handlers = new ArrayList<>();
  private final Map<Label, Integer> positions = new HashMap<>();
  private boolean readable = true;
  private int locals;
  private int[][] next = {};

  private Body() {}

  public static Body of(CodeModel code) {
    Body body = new Body();
    body.read(code);
    if (!body.readable) {
      Body unreadable = new Body();
      unreadable.readable = false;
      return unreadable;
    }
    return body;
  }

  /** The body of a method without code. */
  public static Body none() {
    return NONE;
  }

  private void read(CodeModel code) {
    List<ExceptionCatch> catches = new ArrayList<>();
    int line = 0;
    for (CodeElement element : code) {
      switch (element) {
        case LabelTarget target -> positions.put(target.label(), instructions.size());
        case LineNumber number -> line = number.line();
        case ExceptionCatch caught -> catches.add(caught);
        case DiscontinuedInstruction _ -> readable = false;
        case Instruction instruction -> {
          instructions.add(instruction);
          lines.add(line);
        }
        default -> {}
      }
    }
    if (readable) {
      locals = ((CodeAttribute) code).maxLocals();
      for (ExceptionCatch caught : catches) {
        handlers.add(
            new Handler(
                at(caught.tryStart()),
                at(caught.tryEnd()),
                at(caught.handler()),
                caught.catchType().isEmpty()));
      }
      next = new int[instructions.size()][];
      for (int i = 0; i < next.length; i++) {
        next[i] = successors(i);
      }
    }
  }

  private int at(Label label) {
    return positions.get(label);
  }

  private int[] successors(int i) {
    return switch (instructions.get(i)) {
      case ReturnInstruction _, ThrowInstruction _ -> new int[0];
      case BranchInstruction branch when isGoto(branch) -> new int[] {at(branch.target())};
      case BranchInstruction branch -> new int[] {i + 1, at(branch.target())};
      case TableSwitchInstruction table -> targets(table.defaultTarget(), table.cases());
      case LookupSwitchInstruction table -> targets(table.defaultTarget(), table.cases());
      default -> new int[] {i + 1};
    };
  }

  private static boolean isGoto(BranchInstruction branch) {
    return branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W;
  }

  private int[] targets(Label otherwise, List<SwitchCase> cases) {
    int[] targets = new int[cases.size() + 1];
    targets[0] = at(otherwise);
    for (int i = 0; i < cases.size(); i++) {
      targets[i + 1] = at(cases.get(i).target());
    }
    return targets;
  }

  public boolean isReadable() {
    return readable;
  }

  public int size() {
    return instructions.size();
  }

  public int locals() {
    return locals;
  }

  public Instruction at(int i) {
    return instructions.get(i);
  }

  /** The line of an instruction; 0 where the class has no lines. */
  public int line(int i) {
    return lines.isEmpty() ? 0 : lines.get(i);
  }

  /** The instructions after another, without a throw. */
  public int[] next(int i) {
    return next[i];
  }

  public List<Handler> handlers() {
    return handlers;
  }

  /** Whether an instruction stands in a {@code synchronized} block, as compiled by javac or ecj. */
  public boolean isGuarded(int i) {
    return handlers.stream()
        .anyMatch(
            handler ->
                handler.covers(i)
                    && i < handler.target()
                    && (exits(handler.target() + 1)
                        || exits(handler.target() + 2)
                        || exits(handler.target() + 3)));
  }

  private boolean exits(int i) {
    return i < size()
        && switch (at(i)) {
          case MonitorInstruction monitor -> monitor.opcode() == Opcode.MONITOREXIT;
          case InvokeInstruction call ->
              call.name().equalsString("exit") && call.owner().asInternalName().equals(MONITORS);
          default -> false;
        };
  }

  /**
   * The instructions reachable from another without a throw.
   *
   * @param start the instruction taken as run
   * @param avoided instructions at which to stop
   */
  public BitSet after(int start, BitSet avoided) {
    BitSet seen = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(start));
    while (!open.isEmpty()) {
      for (int following : next[open.removeLast()]) {
        if (!seen.get(following) && !avoided.get(following)) {
          seen.set(following);
          open.add(following);
        }
      }
    }
    return seen;
  }
}
