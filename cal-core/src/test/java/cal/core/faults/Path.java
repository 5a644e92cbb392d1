package cal.core.faults;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Which code an activity, or a thread of CAL's own, passes, and what cannot fail there. */
final class Path {
  /**
   * Of these classes, all but what {@link #ELSEWHERE} says; of the models' packages, everything.
   */
  private static final Set<String> CLASSES =
      Set.of(
          "cal.core.internal.report.ActivityFailedEvent",
          "cal.core.internal.report.ActivityStepEvent",
          "cal.core.internal.admission.Permits",
          "cal.core.internal.admission.OverloadControl",
          "cal.core.internal.activity.ActivityStage",
          "cal.core.internal.stage.AdoptedActivity",
          "cal.core.internal.stage.Adoption",
          "cal.core.internal.activity.CallChain",
          "cal.core.internal.stage.RuntimeParts",
          "cal.core.internal.admission.DrainedContexts",
          "cal.core.internal.activity.Failures",
          "cal.core.internal.activity.InputWait",
          "cal.core.internal.stage.Admission",
          "cal.core.internal.generation.Generation",
          "cal.core.internal.stage.Generations",
          "cal.core.internal.admission.LiveNumbers",
          "cal.core.internal.stage.SpawnedActivity",
          "cal.core.internal.stage.StageDrain",
          "cal.core.internal.activity.Workers",
          "cal.core.internal.activity.StagedActivity",
          "cal.core.internal.activity.AttachedThread",
          "cal.core.spi.CapturedActivity",
          "cal.core.internal.activity.StepInterceptors",
          "cal.core.internal.activity.StepInterceptors$Both",
          "cal.core.internal.activity.Ending",
          "cal.core.internal.stage.HandOff",
          "cal.core.internal.support.KeepAlive",
          "cal.core.internal.admission.Refusal",
          "cal.core.internal.report.RejectedEvent",
          "cal.core.internal.report.BoundedLog",
          "cal.core.internal.report.Reports",
          "cal.core.internal.activity.Lifetime",
          "cal.core.internal.stage.OpenStage",
          "cal.core.spi.Stage",
          "cal.core.internal.activity.Step",
          "cal.core.internal.admission.Counters",
          "cal.core.internal.region.GuardPolicies",
          "cal.core.internal.region.Conditions",
          "cal.core.internal.region.RegionEntry",
          "cal.core.internal.region.RegionStack",
          "cal.core.internal.region.Regions",
          "cal.core.internal.support.Thrown",
          "cal.core.spi.ActivityScheduler$Task",
          "cal.core.spi.Turn",
          "cal.core.spi.VirtualThreads",
          "cal.core.spi.VirtualThreads$AtHome",
          "cal.core.spi.VirtualThreads$Start",
          "cal.core.spi.Worker");

  private static final List<String> MODELS =
      List.of(
          "cal.core.spi.Pool",
          "cal.thread.Thread",
          "cal.executor.Executor",
          "cal.executor.Virtual",
          "cal.reactive.ReactiveScheduler",
          "cal.jcsp.JcspModel",
          "cal.jcsp.ProcessPool",
          "cal.jcsp.Processes",
          "cal.jcsp.CspPolicy",
          "cal.jcsp.Entrant",
          "cal.jcsp.Region",
          "cal.jcsp.Shard",
          "cal.core.internal.lock.",
          "cal.core.contract.LockPolicy");

  /** Methods that open, look, drain and close: no activity passes there. */
  private static final Map<String, Set<String>> ELSEWHERE =
      Map.ofEntries(
          Map.entry(
              "cal.core.internal.stage.OpenStage",
              Set.of(
                  "<init>",
                  "spawn", // what it makes is the advice's: a call that has failed as unwoven
                  "setting",
                  "model",
                  "change",
                  "shared",
                  "workers",
                  "staged",
                  "sockets",
                  "drain",
                  "close",
                  "closeAwaitingInput",
                  "forEachInFlight",
                  "count",
                  "busy",
                  "keepsAlive",
                  "status")),
          Map.entry(
              "cal.core.internal.generation.Generation",
              Set.of("<init>", "open", "giveUp", "is", "isEmpty", "closedBy", "wakeCloser")),
          Map.entry(
              "cal.core.internal.stage.Generations",
              Set.of(
                  "<init>",
                  "settings",
                  "limit",
                  "limitOf",
                  "prepare",
                  "find",
                  "all",
                  "mayRetire",
                  "former",
                  "queues",
                  "replaceBy",
                  "closeIfEmpty",
                  "each",
                  "unstarted",
                  "waiting",
                  "left",
                  "resume",
                  "sockets",
                  "close")),
          Map.entry(
              "cal.core.internal.activity.Workers",
              Set.of("<init>", "all", "forEachRunning", "completed", "steps")),
          Map.entry(
              "cal.core.internal.stage.StageDrain",
              Set.of("<init>", "begin", "closeAwaitingInput", "stop", "close")),
          Map.entry("cal.core.internal.admission.LiveNumbers", Set.of("<init>", "status")),
          Map.entry("cal.core.internal.stage.Admission", Set.of("<init>")),
          Map.entry("cal.core.internal.admission.DrainedContexts", Set.of("<init>", "add")),
          Map.entry("cal.core.internal.activity.Failures", Set.of("<init>", "handler")),
          Map.entry("cal.core.internal.support.KeepAlive", Set.of("look", "isBusy", "<init>")),
          Map.entry(
              "cal.core.internal.admission.Counters",
              Set.of("<init>", "completed", "steps", "shed")),
          Map.entry("cal.core.internal.stage.SpawnedActivity", Set.of("of")), // as OpenStage.spawn
          Map.entry("cal.core.internal.admission.Permits", Set.of("<init>", "close")),
          Map.entry("cal.core.internal.admission.OverloadControl", Set.of("<init>")),
          Map.entry(
              "cal.jcsp.Entrant",
              Set.of("<init>", "admit")), // an oracle's, which needs no memory there
          Map.entry("cal.jcsp.Region$Alarm", Set.of("run")), // a process that needs no memory
          Map.entry(
              "cal.core.internal.region.Regions",
              Set.of(
                  "<init>", "count", "policyName", "name", "isOnStack", "isAdvice", "isLibrary")),
          Map.entry("cal.core.internal.region.RegionStack", Set.of("<init>", "forEach", "view")),
          Map.entry("cal.core.internal.report.Reports", Set.of("<init>", "awaited", "exits")),
          Map.entry("cal.core.internal.stage.Adoption", Set.of("of", "<init>", "unstarted")));

  /** Methods of models that make, look at or close them. */
  private static final Set<String> OF_MODELS =
      Set.of(
          "<clinit>",
          "close",
          "stop",
          "waiting",
          "activities",
          "open",
          "settings",
          "unstarted",
          "<init>");

  /** These neither need memory nor call what does; a thread that has stack left gets through. */
  private static final List<String> SAFE =
      List.of(
          "java.lang.Object.<init>",
          "java.util.concurrent.atomic.AtomicInteger.",
          "cal.core.internal.generation.Generation.",
          "cal.core.internal.stage.Generations.current",
          "cal.core.internal.activity.StagedActivity.runBy",
          "cal.core.internal.activity.Invocation.site",
          "cal.core.internal.activity.Invocation.target",
          "java.lang.Runnable.run",
          "cal.reactive.internal.loop.Loop.activities",
          "java.lang.Record.<init>",
          "java.lang.Boolean.",
          "java.lang.Thread.currentThread",
          "java.lang.Thread.interrupt",
          "java.lang.Thread.onSpinWait",
          "java.lang.Thread.isVirtual",
          "java.lang.ThreadLocal.get",
          "java.lang.ThreadLocal.remove",
          "java.lang.System.nanoTime",
          "java.lang.Math.",
          "java.lang.Enum.",
          "java.lang.invoke.VarHandle.",
          "java.util.concurrent.atomic.Atomic",
          "java.util.concurrent.CountDownLatch.countDown",
          "java.util.concurrent.CountDownLatch.await",
          "java.util.concurrent.Semaphore.",
          "java.util.concurrent.locks.StampedLock.", // of a thread that no other contends with
          "java.util.IdentityHashMap.remove",
          "cal.core.internal.admission.Permits$ReducibleSemaphore.",
          "cal.core.internal.support.StackRoom.",
          "java.util.Set.remove");

  /** The path of activities. */
  static final Path OF_ACTIVITIES =
      new Path(type -> CLASSES.contains(type) || isModel(type), Path::ofActivities);

  private final Predicate<String> types;
  private final BiPredicate<String, String> methods;

  private Path(Predicate<String> types, BiPredicate<String, String> methods) {
    this.types = types;
    this.methods = methods;
  }

  /** Some methods alone, each {@code Class.method}. */
  static Path of(Set<String> methods) {
    return new Path(
        type -> methods.stream().anyMatch(method -> method.startsWith(type + ".")),
        (type, method) -> methods.contains(type + "." + method));
  }

  boolean has(String type) {
    return types.test(type);
  }

  private static boolean isModel(String type) {
    return MODELS.stream().anyMatch(type::startsWith);
  }

  boolean has(String type, String method) {
    return methods.test(type, method);
  }

  private static boolean ofActivities(String type, String method) {
    if (method.equals("<clinit>")) {
      return false;
    }
    if (isModel(type)) {
      return !OF_MODELS.contains(method)
          && !ELSEWHERE.getOrDefault(type, Set.of()).contains(method);
    }
    return !ELSEWHERE.getOrDefault(type, Set.of()).contains(method);
  }

  /** Whether a call may fail that code of the path makes: the path's own calls do not. */
  boolean fails(String owner, String method) {
    String call = owner + "." + method;
    if (call.equals("cal.core.internal.activity.StagedActivity.step")) {
      return true;
    }
    return !has(owner) && !method.equals("ordinal") && SAFE.stream().noneMatch(call::startsWith);
  }
}
