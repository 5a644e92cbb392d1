package cal.weave.loop;

import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.Hierarchy;
import cal.weave.code.MethodLoops;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.support.WeaveException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds the suspensions of a loop, or the reason against. For a single thread. */
final class Places {
  private final LoopCut cut;
  private final Procedure procedure;
  private final Body body;
  private final MethodLoops loops;

  Places(LoopCut cut, Procedure procedure) {
    this.cut = cut;
    this.procedure = procedure;
    this.body = procedure.body();
    this.loops = new MethodLoops(body);
  }

  /**
   * The suspensions, in the order of the code.
   *
   * @param types of the server
   * @throws WeaveException if the procedure cannot be cut at the call
   */
  List<Suspension> find(ClassFile file, Hierarchy types, ClassModel owner, MethodModel method) {
    requireFit();
    TreeMap<Integer, CallSite> places = new TreeMap<>();
    for (CallSite call : calls()) {
      places.putIfAbsent(before(call.at()), call);
    }
    List<Integer> at = List.copyOf(places.keySet());
    for (int place : at) {
      requireNoLock(place, places.get(place));
    }
    List<List<Variable>> variables = Variables.at(file, owner, method, body, at);
    List<Suspension> found = new ArrayList<>();
    for (int i = 0; i < at.size(); i++) {
      CallSite call = places.get(at.get(i));
      if (cut.input() != null) {
        cut.input().require(cut, procedure, call.at(), variables.get(i), types);
      }
      found.add(new Suspension(i + 1, at.get(i), call, variables.get(i), cut.input()));
    }
    return found;
  }

  /** The lines of the loops around the suspensions: the first, and the last. */
  int[] lines(List<Suspension> suspensions) {
    BitSet all = new BitSet();
    suspensions.forEach(each -> all.or(loops.around(each.call().at()).getLast()));
    int[] lines =
        all.stream().map(body::line).filter(line -> line > 0).sorted().distinct().toArray();
    return lines.length == 0 ? new int[2] : new int[] {lines[0], lines[lines.length - 1]};
  }

  private void requireFit() {
    if (!procedure.type().returnType().equals(ConstantDescs.CD_void)) {
      throw cut.wrongLoop(procedure, 0, "returns an answer, so its caller waits for the last step");
    }
    if (procedure.isSynchronized()) {
      throw cut.wrongLoop(
          procedure, 0, "is synchronized, and a step cannot keep its lock for the next");
    }
    if (!body.isReadable()) {
      throw cut.wrongLoop(
          procedure,
          0,
          "has subroutines (jsr) of Java 5 or earlier; compile its class for a later one");
    }
    for (int i = 0; i < body.size() && !procedure.isStatic(); i++) {
      if (body.at(i) instanceof StoreInstruction store && store.slot() == 0) {
        throw cut.wrongLoop(
            procedure, i, "keeps something else where its object was; take the class unobfuscated");
      }
    }
  }

  /** The calls of the step in loops. */
  private List<CallSite> calls() {
    List<CallSite> looped =
        procedure.calls().stream().filter(site -> !loops.around(site.at()).isEmpty()).toList();
    List<CallSite> found = looped.stream().filter(this::isMeant).toList();
    if (found.isEmpty()) {
      String known =
          looped.stream()
              .map(site -> site.callee().toString())
              .distinct()
              .collect(Collectors.joining(", "));
      throw cut.wrongStep(
          procedure,
          0,
          (known.isEmpty()
                  ? "is in no loop, since " + LoopCut.named(procedure) + " has none with a call"
                  : "is in no loop of "
                      + LoopCut.named(procedure)
                      + "; name a call there: "
                      + known)
              + elsewhere());
    }
    return found;
  }

  /** Another method of the class whose loop has the call, such as another lambda. */
  private String elsewhere() {
    return procedure.program().procedures().stream()
        .filter(other -> new Places(cut, other).hasStep())
        .findFirst()
        .map(other -> "; the call is in a loop of " + LoopCut.named(other))
        .orElse("");
  }

  /** Whether the call is in a loop of the procedure itself. */
  boolean hasStep() {
    return procedure.calls().stream()
        .anyMatch(site -> isMeant(site) && !loops.around(site.at()).isEmpty());
  }

  private boolean isMeant(CallSite site) {
    MethodName callee = site.callee();
    return cut.step()
        .isMethod(callee.owner(), callee.name(), MethodTypeDesc.ofDescriptor(callee.descriptor()));
  }

  /**
   * The last instruction of the loop with nothing on the stack that each way to the call passes.
   */
  private int before(int call) {
    BitSet loop = loops.around(call).getFirst();
    for (int at = call; at >= 0; at = loop.previousSetBit(at - 1)) {
      if (procedure.values().isStackEmpty(at) && isOnlyWay(at, call)) {
        return at;
      }
    }
    throw cut.wrongStep(
        procedure,
        call,
        "is in a loop inside an expression, whose other values a step cannot keep; make the loop a"
            + " statement");
  }

  /** Whether no way leads to a call from elsewhere but by an instruction before. */
  private boolean isOnlyWay(int at, int call) {
    for (int i = 0; i < body.size(); i++) {
      boolean elsewhere = i < at || i >= call;
      if (elsewhere && Arrays.stream(body.next(i)).anyMatch(to -> at < to && to <= call)) {
        return false;
      }
    }
    return body.handlers().stream()
        .filter(handler -> at < handler.target() && handler.target() <= call)
        .allMatch(handler -> at <= handler.start() && handler.end() <= call);
  }

  private void requireNoLock(int place, CallSite call) {
    if (body.isGuarded(call.at()) || body.isGuarded(place)) {
      throw cut.wrongStep(
          procedure,
          call.at(),
          "is called in a synchronized block, whose lock a step cannot keep for the next; lock"
              + " within a method that the loop calls");
    }
    HeldLocks.at(procedure, place)
        .ifPresent(
            lock -> {
              throw cut.wrongStep(
                  procedure,
                  call.at(),
                  "is called with the lock of line "
                      + body.line(lock.at())
                      + " held ("
                      + lock.callee()
                      + "), which a step cannot keep for the next; give the lock back within the"
                      + " turn");
            });
  }
}
