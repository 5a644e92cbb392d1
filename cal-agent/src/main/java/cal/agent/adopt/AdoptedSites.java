package cal.agent.adopt;

import cal.weave.support.AjcNames;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;

/** The places in class files that make threads or executors for adoption. Immutable. */
public final class AdoptedSites {
  /** The models with a thread for each activity. */
  public static final String OWN_THREADS = "thread, virtual, reactive, reactive-pool";

  private static final String THREAD = "java/lang/Thread";
  private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";

  /** Factories of executors with a choice of threads. */
  private static final String FACTORIES = "new(Fixed|Cached|Scheduled)ThreadPool|newSingleThread.*";

  private final BiPredicate<String, String> extend;
  private final List<String> threads = new ArrayList<>();
  private final List<String> executors = new ArrayList<>();

  private AdoptedSites(BiPredicate<String, String> extend) {
    this.extend = extend;
  }

  /**
   * Looks at classes for adoption.
   *
   * @param classes the class files, not woven
   * @param extend whether a type is another, or extends it: internal names
   */
  public static AdoptedSites of(Collection<byte[]> classes, BiPredicate<String, String> extend) {
    AdoptedSites sites = new AdoptedSites(extend);
    for (byte[] bytes : classes) {
      ClassModel model = ClassFile.of().parse(bytes);
      model.methods().forEach(method -> sites.look(model, method));
    }
    return sites;
  }

  /** A line for each place that makes a thread: the place, the call, the consequence. */
  public List<String> threads() {
    return threads;
  }

  /** The same of executors. */
  public List<String> executors() {
    return executors;
  }

  private void look(ClassModel model, MethodModel method) {
    int line = 0;
    for (CodeElement element : method.code().map(CodeModel::elementList).orElse(List.of())) {
      if (element instanceof LineNumber number) {
        line = number.line();
      }
      String site = AjcNames.site(model, method, line) + " ";
      if (element instanceof NewObjectInstruction made) {
        look(made.className().asInternalName(), site);
      } else if (element instanceof InvokeInstruction call) {
        look(call, site);
      }
    }
  }

  private void look(String made, String site) {
    String written = site + "new " + made.replace('/', '.');
    if (made.equals(THREAD)) {
      threads.add(written + ": a thread of the model, or stood in for");
    } else if (extend.test(made, THREAD)) {
      threads.add(written + ": stood in for, since of a subclass of Thread");
    } else if (extend.test(made, POOL)) {
      executors.add(written + ": its workers");
    }
  }

  private void look(InvokeInstruction call, String site) {
    String name = call.name().stringValue();
    if (name.equals("newThread")
        && extend.test(call.owner().asInternalName(), "java/util/concurrent/ThreadFactory")) {
      threads.add(site + "ThreadFactory.newThread: a thread of the model, or stood in for");
    } else if (call.owner().asInternalName().equals("java/util/concurrent/Executors")
        && name.matches(FACTORIES)) {
      executors.add(site + "Executors." + name + ": its workers");
    }
  }
}
