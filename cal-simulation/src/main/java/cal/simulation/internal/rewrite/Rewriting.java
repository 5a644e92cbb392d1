package cal.simulation.internal.rewrite;

import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Rewrites class files: calls for time and for the current thread, entries of the JDK's methods,
 * and points of preemption in the classes under test. Thread-safe.
 */
public final class Rewriting {
  /** Classes of the JDK that look at clocks and matter to a program, and that for log files. */
  private static final Set<String> TIMED =
      Set.of(
          "java/lang/VirtualThread",
          "java/lang/Thread",
          "java/time/Clock",
          "java/time/Clock$SystemClock",
          "java/util/Date",
          "java/util/GregorianCalendar",
          "java/util/Timer",
          "java/util/TimerThread",
          "java/util/TimerTask",
          "java/util/Random",
          Replacements.LOGS);

  /** Concurrent classes, classes with an order by chance, and classes of the network. */
  private static final List<String> OF_JDK =
      List.of(
          "java/util/concurrent/",
          "java/util/ImmutableCollections",
          "java/net/",
          "jdk/internal/net/http/",
          "sun/net/",
          "sun/security/ssl/");

  /** Nobody's classes: without threads, without clocks, and not under test. */
  private static final List<String> LEFT =
      List.of("cal/simulation/", "org/junit/platform/", "org/opentest4j/", "net/bytebuddy/");

  private final JdkEntries entries = new JdkEntries();
  private final List<String> underTest;
  private final boolean ofUnnamedPackage;
  private final ClassFile files = files(ClassLoader.getSystemClassLoader());
  private final StaticState states = new StaticState();
  private volatile String unfit;

  /**
   * A rewriting.
   *
   * @param underTest prefixes of the internal names of classes with points; an empty one for the
   *     unnamed package
   */
  Rewriting(List<String> underTest) {
    this.underTest = underTest.stream().filter(prefix -> !prefix.isEmpty()).toList();
    this.ofUnnamedPackage = underTest.contains("");
  }

  /** Class files whose types a loader finds; a program may have loaders of its own. */
  private static ClassFile files(ClassLoader loader) {
    return ClassFile.of(
        ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(loader)
                .orElse(ClassHierarchyResolver.defaultResolver())
                .cached()));
  }

  /** Whether a class of the JDK is rewritten. */
  boolean isOfJdk(String name) {
    return ClassNames.startsWith(name, OF_JDK) || TIMED.contains(name) || entries.isOwner(name);
  }

  /** Whether a class outside the JDK is rewritten. */
  static boolean isOfProgram(String name) {
    return !ClassNames.startsWith(name, LEFT);
  }

  private boolean isUnderTest(String name) {
    return ClassNames.startsWith(name, underTest) || (ofUnnamedPackage && name.indexOf('/') < 0);
  }

  /** Loads the classes of the JDK that must be rewritten. */
  void load() throws ClassNotFoundException {
    for (String name : entries.requiredOwners()) {
      Class.forName(name.replace('/', '.'), false, null);
    }
  }

  /** Returns the methods that this JDK lacks, once its classes are rewritten. */
  public Set<String> missing() {
    return entries.missing();
  }

  /** Returns the new bytes of a class that a loader of the program's own defines. */
  byte[] rewritten(String name, byte[] bytes, ClassLoader loader) {
    boolean known = loader == null || loader == ClassLoader.getSystemClassLoader();
    if (!known) {
      giveUp("a class loader of the program's own, of " + name);
    }
    return rewritten(known ? files : files(loader), name, bytes, false, null);
  }

  /** Returns the new bytes of a class; null if nothing changes. */
  byte[] rewritten(String name, byte[] bytes, boolean ofJdk) {
    return rewritten(files, name, bytes, ofJdk, null);
  }

  /** Returns the new bytes of a class whose static state each seed makes anew, if it can. */
  byte[] renewable(String name, byte[] bytes) {
    StaticReset reset = new StaticReset(states, files.parse(bytes));
    if (reset.facts().unfit() != null) {
      giveUp(name + " is " + reset.facts().unfit());
    }
    return rewritten(files, name, bytes, false, unfit == null ? reset : null);
  }

  /** Has each seed load its own classes from now on. */
  public void giveUp(String reason) {
    unfit = reason;
  }

  /** Returns why each seed has to load its own classes; null if static state can be made anew. */
  public String unfit() {
    return unfit;
  }

  private byte[] rewritten(
      ClassFile by, String name, byte[] bytes, boolean ofJdk, StaticReset reset) {
    boolean[] changed = {reset != null && reset.facts().anew()};
    byte[] written = rewritten(by, name, bytes, ofJdk, reset, changed);
    if (changed[0] && !variablesFit(written)) {
      ClassFile without = by.withOptions(ClassFile.DebugElementsOption.DROP_DEBUG);
      written = rewritten(without, name, bytes, ofJdk, reset, changed);
    }
    // Compiled code of these has their old order in it, and goes.
    boolean compiled = name.startsWith("java/util/ImmutableCollections");
    return changed[0] || compiled ? written : null;
  }

  /** Whether the tables of local variables fit the code; those that a weaver leaves may not. */
  private boolean variablesFit(byte[] written) {
    return files.parse(written).methods().stream()
        .flatMap(method -> method.findAttribute(Attributes.code()).stream())
        .allMatch(
            code ->
                code.findAttributes(Attributes.localVariableTable()).stream()
                    .flatMap(table -> table.localVariables().stream())
                    .allMatch(
                        one ->
                            one.slot()
                                    + TypeKind.fromDescriptor(one.type().stringValue()).slotSize()
                                <= code.maxLocals()));
  }

  private byte[] rewritten(
      ClassFile by,
      String name,
      byte[] bytes,
      boolean ofJdk,
      StaticReset reset,
      boolean[] changed) {
    ClassModel type = by.parse(bytes);
    return by.transformClass(
        type,
        new ClassTransform() {
          @Override
          public void accept(ClassBuilder builder, ClassElement element) {
            CodeTransform code =
                element instanceof MethodModel method && method.code().isPresent()
                    ? code(name, type, method, ofJdk, reset, changed)
                    : null;
            if (reset != null && reset.added(builder, element, code)) {
              return;
            }
            if (code != null) {
              builder.transformMethod(
                  (MethodModel) element, MethodTransform.transformingCode(code));
            } else {
              builder.with(element);
            }
          }

          @Override
          public void atEnd(ClassBuilder builder) {
            if (reset != null) {
              reset.end(builder);
            }
          }
        });
  }

  private CodeTransform code(
      String name,
      ClassModel type,
      MethodModel method,
      boolean ofJdk,
      StaticReset reset,
      boolean[] changed) {
    String full = JdkEntries.name(name, method);
    Consumer<CodeBuilder> entry = ofJdk ? entries.of(full) : null;
    PointInsertion points = !ofJdk && isUnderTest(name) ? new PointInsertion(type, method) : null;
    Replacements calls = new Replacements(type, ofJdk);
    boolean unblocker = full.startsWith("java/lang/VirtualThread.unblockVirtualThreads");
    return new CodeTransform() {
      @Override
      public void atStart(CodeBuilder code) {
        changed[0] |= reset != null && reset.begin(code, method);
        if (entry != null) {
          entry.accept(code);
          changed[0] = true;
        } else if (points != null && points.begin(code)) {
          changed[0] = true;
        }
      }

      @Override
      public void accept(CodeBuilder code, CodeElement element) {
        changed[0] |= reset != null && reset.before(code, element);
        if (calls.replaced(code, element)
            || (reset != null && reset.replaced(code, element))
            || (element instanceof InvokeInstruction call
                && (isOfFiles(code, call, ofJdk) || (unblocker && Unblocker.turned(code, call))))) {
          changed[0] = true;
        } else if (points == null) {
          code.with(element);
        } else if (points.with(code, element)) {
          changed[0] = true;
        }
      }
    };
  }

  /** Whether a call of a native method of files asks the seam. */
  private boolean isOfFiles(CodeBuilder code, InvokeInstruction call, boolean ofJdk) {
    if (Replacements.isPointer(call)) {
      Replacements.point(code, call);
      return true;
    }
    if (!ofJdk) {
      return false;
    }
    String method = FileEntries.replaced(code, call);
    if (method != null) {
      entries.metCall(method);
    }
    return method != null;
  }

  /** The JDK's unblocker: it hands a thread over, and only then takes it off the list. */
  private static final class Unblocker {
    private static final ClassDesc VIRTUAL = ClassDesc.of("java.lang.VirtualThread");

    /** Whether the call is left out or replaced. */
    static boolean turned(CodeBuilder code, InvokeInstruction call) {
      switch (call.name().stringValue()) {
        case "unblock" -> code.pop();
        case "compareAndSetOnWaitingList" ->
            // (thread, true, false): unblocked first
            code.pop2()
                .dup()
                .invokevirtual(VIRTUAL, "unblock", MethodTypeDesc.of(CD_void))
                .iconst_1()
                .iconst_0()
                .with(call);
        default -> {
          return false;
        }
      }
      return true;
    }
  }
}
