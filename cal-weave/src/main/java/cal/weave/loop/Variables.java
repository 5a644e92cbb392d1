package cal.weave.loop;

import cal.weave.code.Body;
import cal.weave.code.Liveness;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The variables of a method at some of its instructions, with types. The JDK's writer of class
 * files infers the types: a copy of the method gets a branch to each of these instructions, and so
 * a frame there. So the compiler's own frames, missing before Java 6, are not needed. Stateless.
 */
final class Variables {
  private Variables() {}

  /**
   * The variables before each instruction that are live or have a name, without the object itself.
   *
   * @param at ascending
   */
  static List<List<Variable>> at(
      ClassFile file, ClassModel owner, MethodModel method, Body body, List<Integer> at) {
    Liveness live = new Liveness(body);
    int first = method.flags().has(AccessFlag.STATIC) ? 0 : 1;
    CodeAttribute named = (CodeAttribute) method.code().orElseThrow();
    CodeAttribute framed = framed(file, owner, method, at);
    List<List<Variable>> all = new ArrayList<>();
    for (int i = 0; i < at.size(); i++) {
      BitSet meant = (BitSet) live.at(at.get(i)).clone();
      meant.clear(0, first);
      List<Variable> found = new ArrayList<>();
      for (Variable each : ofFrame(frame(framed, i + 1))) {
        boolean isLive = meant.get(each.slot());
        String written = written(named, at.get(i), each.slot());
        if (each.slot() >= first && (isLive || !written.isEmpty())) {
          found.add(new Variable(each.slot(), each.type(), written, isLive));
        }
      }
      all.add(found);
    }
    return all;
  }

  /** The method with a frame, and its number as a line, before each of the instructions. */
  private static CodeAttribute framed(
      ClassFile file, ClassModel owner, MethodModel method, List<Integer> at) {
    byte[] made =
        file.build(
            owner.thisClass().asSymbol(),
            to -> {
              to.withVersion(ClassFile.JAVA_17_VERSION, 0).withFlags(owner.flags().flagsMask());
              owner.superclass().ifPresent(above -> to.withSuperclass(above.asSymbol()));
              to.withMethod(
                  method.methodName(),
                  method.methodType(),
                  method.flags().flagsMask(),
                  code -> code.transformCode(method.code().orElseThrow(), new Marks(at)));
            });
    CodeModel code = file.parse(made).methods().getFirst().code().orElseThrow();
    return (CodeAttribute) code;
  }

  /** A branch to each of the instructions. */
  private static final class Marks implements CodeTransform {
    private final List<Integer> at;
    private int next;

    Marks(List<Integer> at) {
      this.at = at;
    }

    @Override
    public void atStart(CodeBuilder code) {
      next = 0;
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      switch (element) {
        case Instruction instruction -> {
          int number = at.indexOf(next++) + 1;
          if (number > 0) {
            Label here = code.newLabel();
            code.iconst_0().ifne(here).labelBinding(here).lineNumber(number);
          }
          code.with(instruction);
        }
        case LabelTarget _, ExceptionCatch _ -> code.with(element);
        default -> {}
      }
    }
  }

  private static StackMapFrameInfo frame(CodeAttribute code, int number) {
    int bci = 0;
    for (CodeElement element : code) {
      if (element instanceof Instruction instruction) {
        bci += instruction.sizeInBytes();
      } else if (element instanceof LineNumber line && line.line() == number) {
        int here = bci;
        return code.findAttribute(Attributes.stackMapTable()).orElseThrow().entries().stream()
            .filter(frame -> code.labelToBci(frame.target()) == here)
            .findFirst()
            .orElseThrow();
      }
    }
    throw new IllegalStateException("no frame of place " + number);
  }

  private static List<Variable> ofFrame(StackMapFrameInfo frame) {
    List<Variable> found = new ArrayList<>();
    int slot = 0;
    for (VerificationTypeInfo local : frame.locals()) {
      ClassDesc type = type(local);
      if (type != null) {
        found.add(new Variable(slot, type, "", false));
      }
      slot += type == null ? 1 : found.getLast().kind().slotSize();
    }
    return found;
  }

  /** Null for no value, or one that cannot be kept. */
  private static ClassDesc type(VerificationTypeInfo local) {
    return switch (local) {
      case ObjectVerificationTypeInfo object -> object.classSymbol();
      case SimpleVerificationTypeInfo.INTEGER -> ConstantDescs.CD_int;
      case SimpleVerificationTypeInfo.FLOAT -> ConstantDescs.CD_float;
      case SimpleVerificationTypeInfo.LONG -> ConstantDescs.CD_long;
      case SimpleVerificationTypeInfo.DOUBLE -> ConstantDescs.CD_double;
      case SimpleVerificationTypeInfo.NULL -> Variable.NULL;
      default -> null;
    };
  }

  /** The name and type in the source; empty where the compiler has told none. */
  private static String written(CodeAttribute code, int at, int slot) {
    List<LocalVariable> named = new ArrayList<>();
    int bci = -1;
    int offset = 0;
    int next = 0;
    for (CodeElement element : code) {
      if (element instanceof LocalVariable variable && variable.slot() == slot) {
        named.add(variable);
      } else if (element instanceof Instruction instruction) {
        bci = next++ == at ? offset : bci;
        offset += instruction.sizeInBytes();
      }
    }
    int here = bci;
    return named.stream()
        .filter(
            each ->
                code.labelToBci(each.startScope()) <= here
                    && here < code.labelToBci(each.endScope()))
        .map(each -> each.name().stringValue() + " (" + each.typeSymbol().displayName() + ")")
        .findFirst()
        .orElse("");
  }
}
