package cal.simulation.internal.rewrite;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The methods of the JDK 25 that ask the seam at their entry, by {@code owner.name(type)}. Methods
 * that must be there are counted as they are met. Thread-safe.
 */
final class JdkEntries {
  static final ClassDesc SEAM = ClassDesc.of("cal.simulation.seam.Seam");
  private static final ClassDesc THREAD = ClassDesc.of("java.lang.Thread");
  private static final ClassDesc RUNNABLE = ClassDesc.of("java.lang.Runnable");
  private static final ClassDesc LOADER = ClassDesc.of("java.lang.ClassLoader");
  private static final ClassDesc FUTURE = ClassDesc.of("java.util.concurrent.Future");
  private static final ClassDesc UNIT = ClassDesc.of("java.util.concurrent.TimeUnit");
  private static final ClassDesc POOL = ClassDesc.of("java.util.concurrent.ForkJoinPool");
  private static final ClassDesc TASK = ClassDesc.of("java.util.concurrent.ForkJoinTask");
  private static final ClassDesc STATE = ClassDesc.of("java.lang.Thread$State");
  private static final ClassDesc FRAMES = ClassDesc.of("java.lang.StackTraceElement").arrayType();

  private static final String V = "java/lang/VirtualThread.";
  private static final String T = "java/lang/Thread.";
  private static final String F = "java/util/concurrent/ForkJoinPool.";

  /** Of another system, or of a module that a JDK may lack. */
  private static final List<String> PERHAPS =
      List.of("sun/nio/fs/", "java/util/prefs/", "jdk/jfr/", "com/sun/management/");

  private final Map<String, Consumer<CodeBuilder>> required = new HashMap<>();
  private final Map<String, Consumer<CodeBuilder>> others = new HashMap<>();
  private final Set<String> owners = new HashSet<>();
  private final Set<String> met = ConcurrentHashMap.newKeySet();

  JdkEntries() {
    virtualThreads();
    platformThreads();
    pools();
    for (String accessor : new String[] {"getFieldAccessor", "getOverrideFieldAccessor"}) {
      others.put(
          "java/lang/reflect/Field." + accessor + "()Ljdk/internal/reflect/FieldAccessor;",
          code ->
              code.aload(0).invokestatic(StaticReset.SEAM, "accessed", type(CD_void, CD_Object)));
    }
    ProcessEntries.put(others);
    FileEntries.required()
        .forEach(method -> required.put(method, code -> FileEntries.enter(code, method)));
    FileEntries.others()
        .forEach(method -> others.put(method, code -> FileEntries.enter(code, method)));
    NotSimulated.METHODS.forEach(
        (method, what) ->
            others.put(
                method,
                code ->
                    code.loadConstant(what).invokestatic(SEAM, "real", type(CD_void, CD_String))));
    for (Set<String> methods : List.of(required.keySet(), others.keySet())) {
      methods.forEach(method -> owners.add(owner(method)));
    }
    owners.addAll(FileEntries.callers());
  }

  private static String owner(String method) {
    return method.substring(0, method.indexOf('.'));
  }

  static MethodTypeDesc type(ClassDesc result, ClassDesc... parameters) {
    return MethodTypeDesc.of(result, parameters);
  }

  private void virtualThreads() {
    required.put(
        V + "submitRunContinuation(Ljava/util/concurrent/Executor;Z)V",
        code ->
            code.aload(0)
                .invokestatic(SEAM, "ready", type(CD_boolean, THREAD))
                .ifThen(CodeBuilder::return_));
    required.put(
        V
            + "schedule(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)"
            + "Ljava/util/concurrent/Future;",
        code ->
            unlessNull(
                code.aload(1)
                    .lload(2)
                    .aload(4)
                    .invokestatic(SEAM, "schedule", type(FUTURE, RUNNABLE, CD_long, UNIT)),
                CodeBuilder::areturn));
    required.put(
        V + "start(Ljdk/internal/vm/ThreadContainer;)V",
        code -> code.aload(0).invokestatic(SEAM, "starting", type(CD_void, THREAD)));
    required.put(
        V + "parkOnCarrierThread(ZJ)V",
        code ->
            code.aload(0)
                .iload(1)
                .lload(2)
                .invokestatic(SEAM, "pinned", type(CD_boolean, THREAD, CD_boolean, CD_long))
                .ifThen(CodeBuilder::return_));
  }

  private void platformThreads() {
    for (String start : new String[] {"start()V", "start(Ljdk/internal/vm/ThreadContainer;)V"}) {
      required.put(
          T + start,
          code ->
              code.aload(0)
                  .invokestatic(SEAM, "start", type(CD_boolean, THREAD))
                  .ifThen(CodeBuilder::return_));
    }
    required.put(
        T + "dispatchUncaughtException(Ljava/lang/Throwable;)V",
        code -> code.aload(1).invokestatic(SEAM, "uncaught", type(CD_void, CD_Throwable)));
    required.put(
        T + "setContextClassLoader(Ljava/lang/ClassLoader;)V",
        code -> code.aload(0).aload(1).invokestatic(SEAM, "loader", type(CD_void, THREAD, LOADER)));
    standIn("interrupt", type(CD_void));
    standIn("isInterrupted", type(CD_boolean));
    standIn("alive", type(CD_boolean));
    standIn("isTerminated", type(CD_boolean));
    standIn("threadState", type(STATE));
    standIn("join", type(CD_void, CD_long));
    standIn(
        "asyncGetStackTrace()[Ljava/lang/StackTraceElement;",
        code -> code.invokestatic(SEAM, "stack", type(FRAMES, THREAD)).areturn());
    required.put(
        "java/lang/Thread$ThreadIdentifiers.next()J",
        code ->
            code.invokestatic(SEAM, "nextThreadId", type(CD_long))
                .dup2()
                .lconst_0()
                .lcmp()
                .ifThen(CodeBuilder::lreturn)
                .pop2());
    required.put(
        "java/lang/Thread$ThreadNumbering.next()I",
        code ->
            code.invokestatic(SEAM, "nextThreadNumber", type(CD_int))
                .dup()
                .ifThen(Opcode.IFGE, CodeBuilder::ireturn)
                .pop());
    required.put(
        T + "isDaemon()Z",
        code ->
            code.aload(0)
                .invokestatic(SEAM, "daemon", type(CD_int, THREAD))
                .dup()
                .ifThen(Opcode.IFGE, CodeBuilder::ireturn)
                .pop());
    required.put(
        "java/util/concurrent/locks/LockSupport.unpark(Ljava/lang/Thread;)V",
        code -> code.aload(0).invokestatic(SEAM, "unpark", type(THREAD, THREAD)).astore(0));
    required.put(
        "java/util/concurrent/locks/LockSupport.getBlocker(Ljava/lang/Thread;)Ljava/lang/Object;",
        code -> code.aload(0).invokestatic(SEAM, "meant", type(THREAD, THREAD)).astore(0));
  }

  /** Has the same method of the stand-in called, where there is one. */
  private void standIn(String name, MethodTypeDesc type) {
    standIn(
        name + type.descriptorString(),
        code -> {
          for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
          }
          code.invokevirtual(THREAD, name, type).return_(TypeKind.from(type.returnType()));
        });
  }

  /** Has the stand-in asked, where there is one. */
  private void standIn(String method, Consumer<CodeBuilder> asked) {
    required.put(
        T + method,
        code ->
            unlessNull(code.aload(0).invokestatic(SEAM, "standIn", type(THREAD, THREAD)), asked));
  }

  static void unlessNull(CodeBuilder code, Consumer<CodeBuilder> then) {
    code.dup().ifThen(Opcode.IFNONNULL, then::accept).pop();
  }

  private void pools() {
    others.put(
        F + "poolSubmit(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;",
        code ->
            code.aload(0)
                .aload(2)
                .invokestatic(SEAM, "submit", type(CD_boolean, POOL, TASK))
                .ifThen(then -> then.aload(2).areturn()));
    others.put(F + "signalWork()V", ProcessEntries.inRun(CodeBuilder::return_));
    others.put(
        "java/util/concurrent/ForkJoinTask.fork()Ljava/util/concurrent/ForkJoinTask;",
        code ->
            code.aload(0)
                .invokestatic(SEAM, "fork", type(CD_boolean, TASK))
                .ifThen(then -> then.aload(0).areturn()));
    others.put(
        F
            + "scheduleDelayedTask(Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;)"
            + "Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;",
        code ->
            code.aload(1)
                .invokestatic(SEAM, "delayed", type(CD_boolean, CD_Object))
                .ifThen(then -> then.aload(1).areturn()));
  }

  /** Whether a class has such methods. Loads no class, for it is asked about each. */
  boolean isOwner(String internalName) {
    return owners.contains(internalName);
  }

  /** A native method is called, and the call asks the seam. */
  void metCall(String method) {
    met.add(method);
  }

  /** Returns the code for the entry of a method; null if there is none. */
  Consumer<CodeBuilder> of(String method) {
    Consumer<CodeBuilder> code = required.get(method);
    code = code == null ? others.get(method) : code;
    if (code != null) {
      met.add(method);
    }
    return code;
  }

  /** Returns the names of the classes that must be there. */
  Set<String> requiredOwners() {
    Set<String> names = new TreeSet<>();
    required.keySet().forEach(method -> names.add(owner(method)));
    names.addAll(FileEntries.callers());
    return names;
  }

  /** Returns the methods that this JDK lacks. */
  Set<String> missing() {
    Set<String> missing = new TreeSet<>(required.keySet());
    others.keySet().stream().filter(method -> !isThere(method)).forEach(missing::add);
    missing.addAll(FileEntries.called());
    missing.removeAll(met);
    return missing;
  }

  /** Whether a class that may not be loaded yet has a method with code. */
  private static boolean isThere(String method) {
    String owner = owner(method);
    try (InputStream in = ClassLoader.getSystemResourceAsStream(owner + ".class")) {
      return in == null
          ? ClassNames.startsWith(owner, PERHAPS)
          : ClassFile.of().parse(in.readAllBytes()).methods().stream()
              .filter(one -> one.code().isPresent())
              .anyMatch(one -> method.equals(name(owner, one)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns {@code owner.name(type)}. */
  static String name(String owner, MethodModel method) {
    return owner + "." + method.methodName().stringValue() + method.methodType().stringValue();
  }
}
