package cal.weave.loop;

import cal.weave.code.CallSite;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.PseudoInstruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The code of a called method in place of its call, so that a loop in that method is cut together
 * with the code around the call: what follows the loop runs once the loop has ended, and handlers
 * of exceptions stay around. The method is one of the same class that no other class overrides. For
 * a single call.
 */
final class Inlining implements CodeTransform {
  /** Calls of calls: beyond, a server is asked to name a nearer method. */
  private static final int DEPTH = 4;

  private final CallSite site;
  private final CodeAttribute callee;
  private final MethodTypeDesc type;

  /** Whether the object of the callee is that of the caller, in the same variable. */
  private final boolean onThis;

  private final Map<Label, Label> labels = new HashMap<>();
  private int next;
  private int base;

  private Inlining(CallSite site, MethodModel callee) {
    this.site = site;
    this.callee = (CodeAttribute) callee.code().orElseThrow();
    this.type = callee.methodTypeSymbol();
    this.onThis = !site.isStatic() && site.isOnThis() && !keepsElse(this.callee);
  }

  /** Whether the object's variable gets another value. */
  private static boolean keepsElse(CodeAttribute code) {
    return code.elementStream()
        .anyMatch(each -> each instanceof StoreInstruction store && store.slot() == 0);
  }

  /**
   * The class with the loops of called methods in the methods of a cut that call those.
   *
   * @return the same class where each method has its loop
   */
  static ClassModel of(ClassFile file, ClassModel model, LoopCut cut) {
    ClassModel now = model;
    for (int i = 0; i < DEPTH; i++) {
      Program program = new Program(List.of(now));
      Map<MethodModel, Inlining> all = new HashMap<>();
      for (MethodModel method : now.methods()) {
        if (cut.isToCut(now, method)) {
          Inlining one = in(new Procedure(program, now, method), now, cut);
          if (one != null) {
            all.put(method, one);
          }
        }
      }
      if (all.isEmpty()) {
        return now;
      }
      now =
          file.parse(
              file.transformClass(
                  now,
                  (to, element) -> {
                    if (element instanceof MethodModel method && all.containsKey(method)) {
                      to.transformMethod(
                          method,
                          (made, part) -> {
                            if (part instanceof CodeAttribute code) {
                              made.transformCode(code, all.get(method));
                            } else {
                              made.with(part);
                            }
                          });
                    } else {
                      to.with(element);
                    }
                  }));
    }
    return now;
  }

  /**
   * The call that leads to the loop; null where the method has the loop, or no call leads there.
   */
  private static Inlining in(Procedure procedure, ClassModel model, LoopCut cut) {
    if (!procedure.body().isReadable() || new Places(cut, procedure).hasStep()) {
      return null;
    }
    for (CallSite site : procedure.calls()) {
      MethodModel callee = callee(site, model);
      if (callee != null
          && leads(site, cut, DEPTH)
          && procedure.values().depth(site.at()) == slots(site, callee.methodTypeSymbol())) {
        return new Inlining(site, callee);
      }
    }
    return null;
  }

  /** The operands of a call; anything below on the stack would be lost with an exception. */
  private static int slots(CallSite site, MethodTypeDesc type) {
    return (site.isStatic() ? 0 : 1)
        + type.parameterList().stream().mapToInt(each -> TypeKind.from(each).slotSize()).sum();
  }

  private static boolean leads(CallSite site, LoopCut cut, int depth) {
    Procedure callee = site.target();
    return callee != null
        && depth > 0
        && callee.body().isReadable()
        && (new Places(cut, callee).hasStep()
            || callee.calls().stream().anyMatch(each -> leads(each, cut, depth - 1)));
  }

  /** The called method of the same class, if no other can be meant; else null. */
  private static MethodModel callee(CallSite site, ClassModel model) {
    return model.methods().stream()
        .filter(
            method ->
                site.callee().owner().equals(model.thisClass().asInternalName())
                    && method.methodName().equalsString(site.callee().name())
                    && method.methodType().equalsString(site.callee().descriptor())
                    && method.code().isPresent()
                    && !method.flags().has(AccessFlag.SYNCHRONIZED)
                    && (model.flags().has(AccessFlag.FINAL)
                        || method.flags().has(AccessFlag.STATIC)
                        || method.flags().has(AccessFlag.PRIVATE)
                        || method.flags().has(AccessFlag.FINAL)))
        .findFirst()
        .orElse(null);
  }

  /** Also the start of a second run. Its handlers stand before those around the call. */
  @Override
  public void atStart(CodeBuilder code) {
    next = 0;
    labels.clear();
    base = code.allocateLocal(TypeKind.REFERENCE);
    for (int i = 1; i < callee.maxLocals(); i++) {
      code.allocateLocal(TypeKind.INT);
    }
    for (CodeElement element : callee.elementList()) {
      if (element instanceof ExceptionCatch handler) {
        Label start = label(code, handler.tryStart());
        Label end = label(code, handler.tryEnd());
        Label target = label(code, handler.handler());
        handler
            .catchType()
            .ifPresentOrElse(
                caught -> code.exceptionCatch(start, end, target, caught),
                () -> code.exceptionCatchAll(start, end, target));
      }
    }
  }

  private Label label(CodeBuilder code, Label of) {
    return labels.computeIfAbsent(of, any -> code.newLabel());
  }

  @Override
  public void accept(CodeBuilder code, CodeElement element) {
    if (element instanceof Instruction && next++ == site.at()) {
      takeArguments(code);
      Label end = code.newLabel();
      callee.forEach(each -> put(code, each, end));
      code.labelBinding(end);
      int line = site.caller().body().line(site.at());
      if (line > 0) {
        code.lineNumber(line);
      }
    } else {
      code.with(element);
    }
  }

  private void takeArguments(CodeBuilder code) {
    List<Runnable> stores = new ArrayList<>();
    int slot = site.isStatic() ? 0 : 1;
    for (ClassDesc parameter : type.parameterList()) {
      TypeKind kind = TypeKind.from(parameter);
      int to = base + slot;
      stores.add(() -> code.storeLocal(kind, to));
      slot += kind.slotSize();
    }
    stores.reversed().forEach(Runnable::run);
    if (onThis) {
      code.pop();
    } else if (!site.isStatic()) {
      code.storeLocal(TypeKind.REFERENCE, base);
    }
  }

  private int slot(int of) {
    return of == 0 && onThis ? 0 : base + of;
  }

  private void put(CodeBuilder code, CodeElement element, Label end) {
    switch (element) {
      case LoadInstruction load -> code.loadLocal(load.typeKind(), slot(load.slot()));
      case StoreInstruction store -> code.storeLocal(store.typeKind(), slot(store.slot()));
      case IncrementInstruction more -> code.iinc(slot(more.slot()), more.constant());
      case ReturnInstruction _ -> code.goto_(end);
      case BranchInstruction to -> code.branch(to.opcode(), label(code, to.target()));
      case TableSwitchInstruction to ->
          code.tableswitch(
              to.lowValue(),
              to.highValue(),
              label(code, to.defaultTarget()),
              cases(code, to.cases()));
      case LookupSwitchInstruction to ->
          code.lookupswitch(label(code, to.defaultTarget()), cases(code, to.cases()));
      case LabelTarget here -> code.labelBinding(label(code, here.label()));
      case LineNumber line -> code.with(line);
      case LocalVariable known -> {
        if (slot(known.slot()) > 0 || site.isStatic()) {
          code.localVariable(
              slot(known.slot()),
              known.name(),
              known.type(),
              label(code, known.startScope()),
              label(code, known.endScope()));
        }
      }
      case PseudoInstruction _ -> {} // handlers are there already
      case Instruction other -> code.with(other);
      default -> {}
    }
  }

  private List<SwitchCase> cases(CodeBuilder code, List<SwitchCase> of) {
    return of.stream()
        .map(one -> SwitchCase.of(one.caseValue(), label(code, one.target())))
        .toList();
  }
}
