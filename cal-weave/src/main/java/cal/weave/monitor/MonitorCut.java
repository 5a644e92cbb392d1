package cal.weave.monitor;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;

/**
 * A class whose monitors become calls of the library. Its locking is structured. Immutable.
 *
 * <pre>
 *   synchronized int next() {     int next() {
 *     return ++last;                enter(this);
 *   }                               try { int next = ++last; exit(this); return next; }
 *                                   catch (any thrown) { exit(this); throw thrown; }
 *                                 }
 * </pre>
 *
 * <p>A block keeps the handler of its compiler, with calls in place of instructions. {@code wait}
 * and {@code notify} are advised by the library's aspect, in all woven classes.
 */
final class MonitorCut {
  private static final ClassDesc MONITORS = ClassDesc.of("cal.core.internal.start.Monitors");
  private static final MethodTypeDesc USE =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_Class);
  private static final MethodTypeDesc HOLDS =
      MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object);

  private final ClassDesc aspect;

  /** With the aspect of the regions. */
  MonitorCut(String aspect) {
    this.aspect = ClassDesc.of(aspect);
  }

  byte[] cut(ClassFile file, ClassModel model) {
    ClassDesc owner = model.thisClass().asSymbol();
    return file.transformClass(
        model,
        (to, element) -> {
          if (element instanceof MethodModel method && method.code().isPresent()) {
            CodeAttribute code = (CodeAttribute) method.code().get();
            Calls calls = new Calls(method, code, owner);
            to.transformMethod(
                method,
                (made, part) -> {
                  if (part instanceof AccessFlags flags) {
                    made.withFlags(flags.flagsMask() & ~ClassFile.ACC_SYNCHRONIZED);
                  } else if (part == code) {
                    made.transformCode(code, calls);
                  } else {
                    made.with(part);
                  }
                });
          } else {
            to.with(element);
          }
        });
  }

  /** The code of a method, with a call for each use of a monitor. */
  private final class Calls implements CodeTransform {
    private final CodeAttribute code;
    private final ClassDesc owner;

    /** Whether the whole method is a region. */
    private final boolean whole;

    private final boolean isStatic;
    private final List<Label[]> ranges = new ArrayList<>();

    /** The variable with the guard of the whole method. */
    private int guard;

    private Label begin;
    private boolean empty;

    Calls(MethodModel method, CodeAttribute code, ClassDesc owner) {
      this.code = code;
      this.owner = owner;
      this.whole = method.flags().has(AccessFlag.SYNCHRONIZED);
      this.isStatic = method.flags().has(AccessFlag.STATIC);
    }

    /** Also the start of a second run, which the writer of a long method makes for wide jumps. */
    @Override
    public void atStart(CodeBuilder to) {
      ranges.clear();
      if (whole) {
        guard = to.allocateLocal(TypeKind.REFERENCE);
        if (isStatic) {
          to.loadConstant(owner);
        } else {
          to.aload(0);
        }
        to.astore(guard);
        call(to.aload(guard), "enter");
        open(to);
      }
    }

    @Override
    public void accept(CodeBuilder to, CodeElement element) {
      switch (element) {
        case MonitorInstruction monitor -> call(to, Lock.isEntry(monitor) ? "enter" : "exit");
        case InvokeInstruction call when Lock.isQuestion(call) ->
            to.invokestatic(MONITORS, "holds", HOLDS);
        case ExceptionCatch caught when handlesItself(caught) -> {
          if (code.labelToBci(caught.tryStart()) < code.labelToBci(caught.handler())) {
            to.exceptionCatchAll(caught.tryStart(), caught.handler(), caught.handler());
          }
        }
        case ReturnInstruction _ when whole -> {
          close(to);
          call(to.aload(guard), "exit");
          to.with(element);
          open(to);
        }
        default -> to.with(element);
      }
      empty &= !(element instanceof Instruction) || element instanceof ReturnInstruction;
    }

    @Override
    public void atEnd(CodeBuilder to) {
      if (whole) {
        close(to);
        if (!ranges.isEmpty()) {
          Label handler = to.newBoundLabel();
          call(to.aload(guard), "exit");
          to.athrow();
          ranges.forEach(range -> to.exceptionCatchAll(range[0], range[1], handler));
        }
      }
    }

    private void open(CodeBuilder to) {
      begin = to.newBoundLabel();
      empty = true;
    }

    private void close(CodeBuilder to) {
      if (!empty) {
        ranges.add(new Label[] {begin, to.newBoundLabel()});
      }
    }

    private void call(CodeBuilder to, String method) {
      to.loadConstant(aspect).invokestatic(MONITORS, method, USE);
    }

    /**
     * A compiler has a monitor given back until that succeeds. A call that fails, without stack for
     * example, would fail for ever. A range may begin before its handler, and go on within.
     */
    private boolean handlesItself(ExceptionCatch caught) {
      int handler = code.labelToBci(caught.handler());
      return caught.catchType().isEmpty()
          && code.labelToBci(caught.tryStart()) <= handler
          && handler < code.labelToBci(caught.tryEnd());
    }
  }
}
