package cal.agent.adopt;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Finds uses in class files unseen by adoption, or impossible to keep true. Stateless. */
public final class ThreadSites {
  private static final String THREAD = "java/lang/Thread";

  /** A call unseen by adoption, or impossible to keep true, with the reason. */
  private record Rule(String owner, String method, String why) {
    boolean matches(String calledOwner, String name) {
      return calledOwner.equals(owner) && name.matches(method);
    }
  }

  private static final String GROUPS = "thread groups do not count adopted threads";
  private static final String STAYS = "these threads stay the JDK's, and are not adopted";

  private static final String REFERENCE = "a method reference is not captured";

  private static final List<Rule> CALLS =
      List.of(
          new Rule("java/lang/ThreadGroup", ".*", GROUPS),
          new Rule(THREAD, "getThreadGroup|activeCount|enumerate|getAllStackTraces", GROUPS),
          new Rule(THREAD, "[gs]etPriority", "virtual threads all have one priority"),
          new Rule(THREAD, "ofPlatform|ofVirtual|startVirtualThread", STAYS),
          new Rule("java/util/Timer", "<init>", STAYS),
          new Rule("java/util/concurrent/ForkJoinPool", "<init>|commonPool", STAYS),
          new Rule("java/util/concurrent/Executors", "newWorkStealingPool", STAYS));

  private static final Rule SUPER =
      new Rule(
          THREAD,
          "start|interrupt|isInterrupted|getState|getStackTrace|setContextClassLoader",
          "a call by super passes what stands in for the thread");

  private static final List<Rule> REFERENCES =
      List.of(
          new Rule(THREAD, "<init>|start|currentThread", REFERENCE),
          new Rule("java/util/concurrent/Executors", "new.*", REFERENCE));

  private ThreadSites() {}

  /**
   * A place in the code.
   *
   * @param site {@code class.method(File.java:line)}
   * @param use the called method
   * @param why the consequence
   */
  public record Site(String site, String use, String why) {
    /** Whether both are the same call. */
    public boolean isSameAs(Site other) {
      return site.equals(other.site) && use.equals(other.use);
    }

    /** Whether the threads of the place are not adopted. */
    public boolean isLeft() {
      return why.equals(STAYS) || why.equals(REFERENCE);
    }

    @Override
    public String toString() {
      return site + " " + use + ": " + why;
    }
  }

  /**
   * Looks at classes for adoption.
   *
   * @param classes the class files, not woven
   * @return the places, in the order of the classes
   */
  public static List<Site> of(Collection<byte[]> classes) {
    List<Site> sites = new ArrayList<>();
    for (byte[] bytes : classes) {
      ClassModel model = ClassFile.of().parse(bytes);
      model.methods().forEach(method -> look(model, method, sites));
    }
    return sites;
  }

  private static void look(ClassModel model, MethodModel method, List<Site> sites) {
    int line = 0;
    for (CodeElement element : method.code().map(CodeModel::elementList).orElse(List.of())) {
      if (element instanceof LineNumber number) {
        line = number.line();
      }
      Site found = look(element, model, method, line);
      if (found != null) {
        sites.add(found);
      }
    }
  }

  private static Site look(CodeElement element, ClassModel model, MethodModel method, int line) {
    if (element instanceof InvokeInstruction call) {
      String owner = call.owner().asInternalName();
      String name = call.name().stringValue();
      boolean bySuper = call.opcode() == Opcode.INVOKESPECIAL && SUPER.matches(owner, name);
      return bySuper
          ? site(model, method, line, "super." + name, SUPER)
          : site(model, method, line, owner, name, CALLS);
    }
    if (element instanceof InvokeDynamicInstruction dynamic) {
      return reference(dynamic)
          .map(to -> site(model, method, line, ownerOf(to), to.methodName(), REFERENCES))
          .orElse(null);
    }
    return null;
  }

  /** The target of a method reference, or of a lambda. */
  private static Optional<DirectMethodHandleDesc> reference(InvokeDynamicInstruction dynamic) {
    return dynamic.bootstrapArgs().stream()
        .filter(DirectMethodHandleDesc.class::isInstance)
        .map(DirectMethodHandleDesc.class::cast)
        .findFirst();
  }

  private static String ownerOf(DirectMethodHandleDesc handle) {
    String descriptor = handle.owner().descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }

  private static Site site(
      ClassModel model, MethodModel method, int line, String owner, String name, List<Rule> rules) {
    for (Rule rule : rules) {
      if (rule.matches(owner, name)) {
        String type = owner.substring(owner.lastIndexOf('/') + 1);
        return site(model, method, line, type + "." + name, rule);
      }
    }
    return null;
  }

  private static Site site(ClassModel model, MethodModel method, int line, String use, Rule rule) {
    String file =
        model
            .findAttribute(Attributes.sourceFile())
            .map(SourceFileAttribute::sourceFile)
            .map(name -> name.stringValue())
            .orElse("unknown");
    String place =
        model.thisClass().asInternalName().replace('/', '.')
            + "."
            + method.methodName().stringValue()
            + "("
            + file
            + ":"
            + line
            + ")";
    return new Site(place, use, rule.why());
  }
}
