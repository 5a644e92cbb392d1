package cal.weave.code;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes one instruction on a frame of origins, and tells which operands it used. Moves between
 * variables and stack, and casts, use nothing. (JVM specification, section 6.5.)
 */
final class StackMachine {
  private final Frame frame;
  private final List<Value> used = new ArrayList<>();

  private StackMachine(Frame frame) {
    this.frame = frame;
  }

  /**
   * Executes an instruction.
   *
   * @param at its index
   * @return its operands, the deepest first
   */
  static List<Value> execute(Instruction instruction, int at, Frame frame) {
    StackMachine machine = new StackMachine(frame);
    machine.execute(instruction, at);
    return machine.used;
  }

  private void execute(Instruction instruction, int at) {
    switch (instruction) {
      case LoadInstruction load -> frame.push(frame.local(load.slot()), load.typeKind());
      case StoreInstruction store -> store(store);
      case ConstantInstruction constant -> frame.push(valueOf(constant), constant.typeKind());
      case FieldInstruction field -> field(field);
      case InvokeInstruction call -> {
        MethodTypeDesc type = call.typeSymbol();
        useArguments(type);
        if (call.opcode() != Opcode.INVOKESTATIC) {
          use(TypeKind.REFERENCE);
        }
        boolean unboxes = call.owner().asInternalName().equals(Unweaving.CONVERSIONS);
        push(type.returnType(), unboxes ? used.removeFirst() : Value.of(new Origin.Result(at)));
      }
      case InvokeDynamicInstruction call -> {
        useArguments(call.typeSymbol());
        push(call.typeSymbol().returnType(), Value.of(new Origin.Result(at)));
      }
      case NewObjectInstruction made -> make(at, made.className().asInternalName());
      case NewReferenceArrayInstruction made -> {
        use(TypeKind.INT);
        make(at, made.componentType().asInternalName() + "[]");
      }
      case NewPrimitiveArrayInstruction _ -> {
        use(TypeKind.INT);
        make(at, "[]");
      }
      case NewMultiArrayInstruction made -> {
        for (int i = 0; i < made.dimensions(); i++) {
          use(TypeKind.INT);
        }
        make(at, "[]");
      }
      case ArrayLoadInstruction load -> {
        use(TypeKind.INT);
        Value array = use(TypeKind.REFERENCE);
        frame.push(array.through(Origin.Element::new), load.typeKind());
      }
      case ArrayStoreInstruction store -> {
        use(store.typeKind());
        use(TypeKind.INT);
        use(TypeKind.REFERENCE);
      }
      case TypeCheckInstruction check when check.opcode() == Opcode.INSTANCEOF -> {
        use(TypeKind.REFERENCE);
        frame.push(Value.NONE);
      }
      case ConvertInstruction convert -> frame.push(use(convert.fromType()), convert.toType());
      case OperatorInstruction operator -> operate(operator);
      case StackInstruction stack -> move(stack.opcode());
      case BranchInstruction branch -> useAll(TypeKind.INT, operands(branch.opcode()));
      case TableSwitchInstruction _, LookupSwitchInstruction _ -> use(TypeKind.INT);
      case ReturnInstruction result -> useAll(result.typeKind(), 1);
      case ThrowInstruction _, MonitorInstruction _ -> use(TypeKind.REFERENCE);
      default -> {}
    }
  }

  private Value use(TypeKind kind) {
    Value value = frame.pop(kind);
    used.addFirst(value);
    return value;
  }

  private void useAll(TypeKind kind, int count) {
    for (int i = 0; i < count && kind != TypeKind.VOID; i++) {
      use(kind);
    }
  }

  private void useArguments(MethodTypeDesc type) {
    for (ClassDesc parameter : type.parameterList().reversed()) {
      use(TypeKind.from(parameter));
    }
  }

  private void push(ClassDesc type, Value value) {
    frame.push(value, TypeKind.from(type));
  }

  private void make(int at, String type) {
    frame.push(Value.of(new Origin.Made(at, type)));
  }

  private void store(StoreInstruction store) {
    Value value = frame.pop(store.typeKind());
    for (int i = 0; i < store.typeKind().slotSize(); i++) {
      frame.local(store.slot() + i, value);
    }
  }

  private static Value valueOf(ConstantInstruction constant) {
    return switch (constant.constantValue()) {
      case Integer number -> Value.of(new Origin.Constant(number));
      case Long number when number == number.intValue() ->
          Value.of(new Origin.Constant(number.intValue()));
      case String text -> Value.of(new Origin.Text(text));
      default -> Value.NONE;
    };
  }

  private void field(FieldInstruction field) {
    TypeKind kind = TypeKind.from(field.typeSymbol());
    String owner = field.owner().asInternalName();
    String name = field.name().stringValue();
    switch (field.opcode()) {
      case GETSTATIC -> frame.push(Value.of(new Origin.FieldOf(null, owner, name)), kind);
      case PUTSTATIC -> use(kind);
      case GETFIELD -> {
        Value holder = use(TypeKind.REFERENCE);
        frame.push(holder.through(each -> new Origin.FieldOf(each, owner, name)), kind);
      }
      default -> {
        use(kind);
        use(TypeKind.REFERENCE);
      }
    }
  }

  private void operate(OperatorInstruction operator) {
    TypeKind kind = operator.typeKind();
    String name = operator.opcode().name();
    if (operator.opcode() == Opcode.ARRAYLENGTH) {
      use(TypeKind.REFERENCE);
      frame.push(Value.NONE);
    } else if (name.endsWith("NEG")) {
      frame.push(use(kind), kind);
    } else if (name.contains("CMP")) {
      frame.push(use(kind).or(use(kind)));
    } else {
      boolean shifts = name.contains("SH");
      frame.push(use(shifts ? TypeKind.INT : kind).or(use(kind)), kind);
    }
  }

  private void move(Opcode opcode) {
    switch (opcode) {
      case POP -> frame.pop();
      case POP2 -> frame.pop(TypeKind.LONG);
      case DUP -> frame.duplicate(1, 0);
      case DUP_X1 -> frame.duplicate(1, 1);
      case DUP_X2 -> frame.duplicate(1, 2);
      case DUP2 -> frame.duplicate(2, 0);
      case DUP2_X1 -> frame.duplicate(2, 1);
      case DUP2_X2 -> frame.duplicate(2, 2);
      default -> {
        frame.duplicate(1, 1);
        frame.pop();
      }
    }
  }

  private static int operands(Opcode opcode) {
    return switch (opcode) {
      case GOTO, GOTO_W -> 0;
      case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> 1;
      default -> 2;
    };
  }
}
