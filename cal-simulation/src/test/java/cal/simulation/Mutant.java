package cal.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * CAL with a fault, made of its class files. Not found by seeds: a step that is claimed twice
 * ({@code LoopStep.claim}), input without a reader that is forgotten ({@code Readiness.miss}, since
 * a selector tells again), faults that want of memory or of threads alone shows, and those of epoll
 * and io_uring, since loops wait in simulated selectors.
 */
enum Mutant {
  /** An activity that ends keeps its permit. */
  LOST_PERMIT(
      "answers",
      "reactive",
      "cal.core.internal.admission.Permits",
      "leave",
      "release",
      Change.LEFT_OUT,
      "-Dcal.stage.connection.max-in-flight=4"),
  /** A turn is added, and the loop sleeps on. */
  MISSING_WAKE_UP(
      "answers", "reactive", "cal.reactive.internal.loop.TurnQueue", "add", "run", Change.LEFT_OUT),
  /** A reader is taken off its side, and sleeps on. */
  LOST_SIGNAL(
      "answers",
      "reactive",
      "cal.reactive.internal.step.Waiters",
      "signal",
      "unpark",
      Change.LEFT_OUT),
  /** A region lets all threads in. */
  OPEN_REGION(
      "answers",
      "thread-pool",
      "cal.core.internal.lock.ExclusiveLock",
      "enter exit",
      "lock unlock",
      Change.LEFT_OUT,
      "-Dcal.synchronization=lock"),
  /** A signal in a region wakes nobody. */
  LOST_NOTIFY(
      "signals",
      "thread-pool",
      "cal.core.internal.lock.ExclusiveLock",
      "signalAll",
      "signalAll",
      Change.LEFT_OUT,
      "-Dcal.synchronization=lock"),
  /** A pool's thread gives an activity up that is not in the queue. */
  LOST_ACTIVITY(
      "answers",
      "thread-pool",
      "cal.core.spi.Pool$ShortTurn",
      "goesOn",
      "put",
      Change.ASSUMED,
      "-Dcal.thread-pool.size=2"),
  /** The caller of another stage is not told of the result. */
  UNTOLD_RESULT(
      "answers",
      "thread-pool",
      "cal.core.internal.stage.HandOff",
      "release",
      "countDown",
      Change.LEFT_OUT,
      "-Dcal.stage.factorization.model=thread-pool"),
  /** An activity between two steps is not given to the next model. */
  LOST_BETWEEN_STEPS(
      "switches",
      "thread-pool",
      "cal.core.internal.stage.Migration",
      "goesOver",
      "start",
      Change.LEFT_OUT),
  /** A waiting activity is not given to the next model. */
  LOST_AT_SWITCH(
      "switches",
      "thread-pool",
      "cal.core.internal.stage.Migration",
      "pass",
      "start",
      Change.LEFT_OUT,
      "-Dcal.thread-pool.size=2");

  /** The fate of a call. */
  enum Change {
    /** Nothing is called. */
    LEFT_OUT,
    /** The call is not made, and taken for true. */
    ASSUMED
  }

  final String scene;
  private final String model;
  private final String type;
  private final String methods;
  private final String accessed;
  private final Change change;
  private final String settings;

  Mutant(
      String scene,
      String model,
      String type,
      String methods,
      String accessed,
      Change change,
      String... settings) {
    this.scene = scene;
    this.model = model;
    this.type = type;
    this.methods = methods;
    this.accessed = accessed;
    this.change = change;
    this.settings = String.join(" ", settings);
  }

  /** Returns the options of the JVM. */
  List<String> java() {
    return List.of(("-Dcal.model=" + model + " " + settings).strip().split(" "));
  }

  private static boolean isOf(String names, String name) {
    return List.of(names.split(" ")).contains(name);
  }

  /** Writes the class into a folder of a class path. */
  void write(Path folder) throws IOException {
    String name = type.replace('.', '/') + ".class";
    byte[] bytes;
    try (InputStream in = Mutant.class.getClassLoader().getResourceAsStream(name)) {
      bytes = in.readAllBytes();
    }
    boolean[] changed = {false};
    ClassFile files = ClassFile.of();
    byte[] mutated =
        files.transformClass(
            files.parse(bytes),
            ClassTransform.transformingMethodBodies(
                method -> isOf(methods, method.methodName().stringValue()),
                (code, element) -> write(code, element, changed)));
    if (!changed[0]) {
      throw new IllegalStateException(this + ": " + type + " has changed; adapt the mutant");
    }
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, mutated);
  }

  private void write(CodeBuilder code, CodeElement element, boolean[] changed) {
    if (element instanceof InvokeInstruction call && isOf(accessed, call.name().stringValue())) {
      changed[0] = true;
      pop(code, call);
      if (!call.typeSymbol().returnType().descriptorString().equals("V")) {
        code.loadConstant(change == Change.ASSUMED ? 1 : 0);
      }
    } else {
      code.with(element);
    }
  }

  private static void pop(CodeBuilder code, InvokeInstruction call) {
    MethodTypeDesc types = call.typeSymbol();
    for (int i = types.parameterCount() - 1; i >= 0; i--) {
      pop(code, types.parameterType(i));
    }
    if (call.opcode() != Opcode.INVOKESTATIC) {
      code.pop();
    }
  }

  private static void pop(CodeBuilder code, ClassDesc type) {
    if (TypeKind.from(type).slotSize() == 2) {
      code.pop2();
    } else {
      code.pop();
    }
  }
}
