package cal.agent.adopt;

import cal.agent.adopt.ThreadSites.Site;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/** The places in class files that make threads or executors for adoption. For a single thread. */
public final class AdoptedSites {
  /** The models with a thread for each activity. */
  public static final String OWN_THREADS = "thread, virtual, reactive, reactive-pool";

  private static final String THREAD = "java/lang/Thread";
  private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";
  private static final String WORKERS = "its workers";

  /** Factories of executors with a choice of threads. */
  private static final String FACTORIES = "new(Fixed|Cached|Scheduled)ThreadPool|newSingleThread.*";

  private final BiPredicate<String, String> extend;
  private final List<Site> threads = new ArrayList<>();
  private final List<Site> executors = new ArrayList<>();

  /**
   * Has seen no class.
   *
   * @param extend whether a type is another, or extends it: internal names
   */
  public AdoptedSites(BiPredicate<String, String> extend) {
    this.extend = extend;
  }

  /** The places that make a thread. */
  public List<Site> threads() {
    return threads;
  }

  /** The same of executors. */
  public List<Site> executors() {
    return executors;
  }

  /**
   * Looks at an element of code for adoption.
   *
   * @param element of a class that is not woven
   * @param site its place
   */
  public void look(CodeElement element, Supplier<String> site) {
    if (element instanceof NewObjectInstruction made) {
      look(made.className().asInternalName(), site);
    } else if (element instanceof InvokeInstruction call) {
      look(call.owner().asInternalName(), call.name().stringValue(), site);
    }
  }

  private void look(String made, Supplier<String> site) {
    String use = "new " + made.replace('/', '.');
    if (made.equals(THREAD)) {
      threads.add(new Site(site.get(), use, "a thread of the model, or stood in for"));
    } else if (extend.test(made, THREAD)) {
      threads.add(new Site(site.get(), use, "stood in for, since of a subclass of Thread"));
    } else if (extend.test(made, POOL)) {
      executors.add(new Site(site.get(), use, WORKERS));
    }
  }

  private void look(String owner, String name, Supplier<String> site) {
    if (name.equals("newThread") && extend.test(owner, "java/util/concurrent/ThreadFactory")) {
      String use = "ThreadFactory.newThread";
      threads.add(new Site(site.get(), use, "a thread of the model, or stood in for"));
    } else if (owner.equals("java/util/concurrent/Executors") && name.matches(FACTORIES)) {
      executors.add(new Site(site.get(), "Executors." + name, WORKERS));
    }
  }
}
