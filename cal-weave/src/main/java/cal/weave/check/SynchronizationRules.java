package cal.weave.check;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.calls.Captured.Role;
import cal.weave.code.CallSite;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import cal.weave.loop.LoopCut;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.MonitorInstruction;
import java.util.Set;
import java.util.TreeSet;

/** Rule 3, first part: captured code is synchronizable, not synchronized, and starts no thread. */
final class SynchronizationRules {
  private static final String LOCKS = "java/util/concurrent/locks/";
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final Set<String> BARRIERS =
      Set.of("Semaphore", "CountDownLatch", "CyclicBarrier", "Phaser", "Exchanger");
  private static final String WAITING =
      "lock|lockInterruptibly|tryLock|await\\w*|signal|signalAll|park\\w*|unpark"
          + "|acquire\\w*|tryAcquire\\w*|countDown|arrive\\w*|exchange";
  private static final String EXECUTORS =
      "Executors|ThreadPoolExecutor|ScheduledThreadPoolExecutor|ForkJoinPool|StructuredTaskScope";
  private static final String SUBMISSION =
      "(Executor|ExecutorService|ScheduledExecutorService|CompletionService)"
          + "\\.(execute|submit|invoke\\w*|schedule\\w*)"
          + "|CompletableFuture\\.(run|supply)Async";

  private final CallGraph graph;
  private final Set<Finding> findings = new TreeSet<>();

  private SynchronizationRules(CallGraph graph) {
    this.graph = graph;
  }

  static Set<Finding> check(CallGraph graph, CallContexts contexts) {
    SynchronizationRules rules = new SynchronizationRules(graph);
    for (Procedure procedure : contexts.procedures()) {
      if (!Unweaving.isPlumbing(procedure)) {
        rules.checkMonitors(procedure);
        boolean region = contexts.isOnlyInRegions(procedure);
        procedure.calls().forEach(site -> rules.check(site, region));
      }
    }
    return rules.findings;
  }

  private void checkMonitors(Procedure procedure) {
    if (graph.isMonitor(procedure)) {
      return;
    }
    if (procedure.isSynchronized()) {
      add(Finding.at(Rule.SYNCHRONIZED, procedure, 0, ""));
    }
    for (int i = 0; i < procedure.body().size(); i++) {
      if (procedure.body().at(i) instanceof MonitorInstruction monitor
          && monitor.opcode() == Opcode.MONITORENTER) {
        add(Finding.at(Rule.SYNCHRONIZED, procedure, i, ""));
      }
    }
  }

  private void check(CallSite site, boolean region) {
    MethodName callee = site.callee();
    if (isMonitorCall(callee)) {
      if (!region && !graph.isInBlock(site)) {
        add(Finding.at(Rule.WAITS, site.caller(), site.at(), callee.name() + "()"));
      }
    } else if (isLock(callee)) {
      add(Finding.at(Rule.LOCKS, site));
    } else if (startsThreads(callee) && !startsLoops(site.caller())) {
      add(Finding.at(Rule.THREADS, site.caller(), site.at(), written(callee)));
    }
  }

  /**
   * Whether a loop was cut, and another one as well: a thread that a turn of the former starts, as
   * before, only begins the latter.
   */
  private boolean startsLoops(Procedure procedure) {
    return isCut(procedure)
        && graph.procedures(Role.SPAWN).stream()
            .anyMatch(each -> isCut(each) && !each.equals(procedure));
  }

  private static boolean isCut(Procedure procedure) {
    return LoopCut.isStep(procedure.name().name());
  }

  /** A finding a line: {@code new Thread(task).start()} is a single mistake. */
  private void add(Finding finding) {
    if (findings.stream().noneMatch(finding::isBeside)) {
      findings.add(finding);
    }
  }

  private static String written(MethodName callee) {
    return callee.name().equals("<init>")
        ? "new " + callee.owner().replace('/', '.').replace('$', '.')
        : callee.toString();
  }

  private static boolean isMonitorCall(MethodName callee) {
    return switch (callee.name()) {
      case "notify", "notifyAll" -> callee.descriptor().equals("()V");
      case "wait" -> Set.of("()V", "(J)V", "(JI)V").contains(callee.descriptor());
      default -> false;
    };
  }

  private static boolean isLock(MethodName callee) {
    String owner = callee.owner();
    boolean waits =
        owner.startsWith(LOCKS)
            || (owner.startsWith(CONCURRENT)
                && BARRIERS.contains(owner.substring(CONCURRENT.length())));
    return waits && callee.name().matches(WAITING);
  }

  private boolean startsThreads(MethodName callee) {
    String owner = callee.owner();
    boolean constructs = callee.name().equals("<init>");
    if (graph.program().supertypes(owner).contains("java/lang/Thread")) {
      return (constructs && !graph.program().has(owner))
          || callee.name().matches("start|startVirtualThread|ofVirtual|ofPlatform");
    }
    if (callee.isOf("java/util/Timer", "<init>")) {
      return true;
    }
    if (!owner.startsWith(CONCURRENT)) {
      return false;
    }
    String type = owner.substring(CONCURRENT.length());
    return (type.matches(EXECUTORS) && (constructs || type.equals("Executors")))
        || (type + "." + callee.name()).matches(SUBMISSION);
  }
}
