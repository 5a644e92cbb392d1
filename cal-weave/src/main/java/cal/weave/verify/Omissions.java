package cal.weave.verify;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.code.CallSite;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.code.Unweaving;
import cal.weave.verify.model.Flows;
import java.lang.classfile.instruction.MonitorInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The waits and code of activities outside the model. Stateless. */
final class Omissions {
  /** Methods that may wait in other ways than the model's, by a type that declares them. */
  private static final Map<String, String> WAITS =
      Map.ofEntries(
          Map.entry("java/lang/Process", "waitFor"),
          Map.entry("java/lang/Thread", "join"),
          Map.entry("java/lang/ref/ReferenceQueue", "remove"),
          Map.entry("java/util/concurrent/BlockingDeque", "(put|take)(First|Last)"),
          Map.entry("java/util/concurrent/BlockingQueue", "put|take"),
          Map.entry("java/util/concurrent/CompletableFuture", "join"),
          Map.entry("java/util/concurrent/CountDownLatch", "await"),
          Map.entry("java/util/concurrent/CyclicBarrier", "await"),
          Map.entry("java/util/concurrent/Exchanger", "exchange"),
          Map.entry("java/util/concurrent/ExecutorService", "close|awaitTermination|invoke\\w+"),
          Map.entry("java/util/concurrent/ForkJoinTask", "join|invoke\\w*"),
          Map.entry("java/util/concurrent/Future", "get"),
          Map.entry("java/util/concurrent/Phaser", "\\w*[aA]waitAdvance\\w*"),
          Map.entry("java/util/concurrent/Semaphore", "acquire\\w*"),
          Map.entry("java/util/concurrent/TransferQueue", "transfer"),
          Map.entry("java/util/concurrent/locks/AbstractQueuedSynchronizer", "acquire\\w*"),
          Map.entry("java/util/concurrent/locks/Condition", "await\\w*"),
          Map.entry("java/util/concurrent/locks/Lock", "lock(Interruptibly)?"),
          Map.entry("java/util/concurrent/locks/LockSupport", "park\\w*"),
          Map.entry("java/util/concurrent/locks/StampedLock", "(read|write)Lock\\w*"));

  /** Places named of a kind. */
  private static final int NAMED = 3;

  private Omissions() {}

  /** All in a line. */
  static String of(CallGraph graph, CallContexts contexts, Verification verification) {
    Program program = graph.program();
    List<String> waits = new ArrayList<>();
    List<String> monitors = new ArrayList<>();
    int outside = 0;
    for (Procedure procedure : contexts.procedures()) {
      if (Unweaving.isPlumbing(procedure)) {
        continue;
      }
      if (locks(procedure) && !graph.isRegion(procedure) && !graph.isMonitor(procedure)) {
        monitors.add(procedure.toString());
      }
      for (CallSite site : procedure.calls()) {
        if (mayWait(program, site)) {
          waits.add(procedure + ":" + procedure.body().line(site.at()));
        }
        outside += isOutside(graph, site) ? 1 : 0;
      }
    }
    Flows flows = verification.flows();
    List<String> left =
        new ArrayList<>(
            List.of(
                "not searched: a signal that is forgotten, sent to another waiter or awaited in a"
                    + " circle, waits for sockets, exceptions, values of data"));
    add(left, waits, "waits for threads or in java.util.concurrent");
    add(left, monitors, "methods with monitors that are no regions");
    add(left, flows.signalledElsewhere(), "guards that other threads signal, as if in time");
    add(left, flows.timed(), "waits with a time limit");
    add(left, flows.asynchronous(), "lambdas that other threads run");
    add(left, outside, "calls into libraries that were not given, which may call back");
    if (verification.model().recursive()) {
      left.add("calls of a method by itself");
    }
    return String.join(", ", left);
  }

  private static boolean locks(Procedure procedure) {
    return procedure.mayLock()
        && (procedure.isSynchronized()
            || IntStream.range(0, procedure.body().size())
                .anyMatch(i -> procedure.body().at(i) instanceof MonitorInstruction));
  }

  private static void add(List<String> left, int count, String kind) {
    if (count > 0) {
      left.add(count + " " + kind);
    }
  }

  private static void add(List<String> left, List<String> places, String kind) {
    if (!places.isEmpty()) {
      String named = String.join(" ", places.stream().distinct().limit(NAMED).toList());
      left.add("%d %s (%s)".formatted(places.size(), kind, named));
    }
  }

  private static boolean mayWait(Program program, CallSite site) {
    return program.resolve(site.callee()) == null
        && program.supertypes(site.callee().owner()).stream()
            .anyMatch(
                type -> WAITS.containsKey(type) && site.callee().name().matches(WAITS.get(type)));
  }

  private static boolean isOutside(CallGraph graph, CallSite site) {
    String owner = site.callee().owner();
    return !graph.program().has(owner)
        && !owner.startsWith("[")
        && !owner.matches("(java|javax|jdk|org/aspectj|cal/core)/.*")
        && graph.targets(site).isEmpty();
  }
}
