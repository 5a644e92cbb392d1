package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each thread of CAL's own is made in one place, where it survives whatever is thrown. */
class ThreadsTest {
  /** The one place. */
  private static final String PLACE = "cal.core.internal.support.CalThread";

  private static final String FACTORY = "java.util.concurrent.ThreadFactory";

  /** The other classes that make threads, and why. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("cal.core.spi.VirtualThreads", "they run activities"),
          Map.entry("cal.thread.ThreadModel", "they run activities"),
          Map.entry("cal.thread.ThreadPool", "they run activities"),
          Map.entry("cal.executor.ExecutorModel", "they run activities"),
          Map.entry("cal.executor.ExecutorPool", "they run activities"),
          Map.entry("cal.jcsp.Processes", "they run activities"),
          Map.entry("cal.reactive.internal.step.JdkTask", "they run activities"),
          Map.entry("cal.reactive.internal.jdk.JdkThreads", "they run activities"),
          Map.entry("cal.reactive.internal.group.Loops", "they run activities"),
          Map.entry(
              "cal.reactive.internal.loop.LoopThread",
              "it carries activities; its loop has last words"),
          Map.entry("cal.cluster.Membership", "Hazelcast's, for its futures"),
          Map.entry("cal.simulation.seam.Seam", "it compares with the common pool"),
          Map.entry(
              "cal.simulation.internal.schedule.Carriers", "they carry a run; without cal-core"),
          Map.entry(
              "cal.simulation.internal.program.Server",
              "the server's, started in a run, where it is a virtual one"),
          Map.entry(
              "cal.simulation.internal.run.Trial", "tried in a run, where it is a virtual one"),
          Map.entry(
              "cal.simulation.internal.run.Watchdog", "it ends the process; without cal-core"),
          Map.entry("cal.agent.adopt.AdoptedExecutors", "the server's"),
          Map.entry("cal.agent.adopt.Courier", "the server's"),
          Map.entry("cal.agent.top.StatusAgent", "alone in a server that may not have CAL"));

  private static final JavaClasses CLASSES = Library.classesAnd();

  @Test
  void shouldMakeThreadsInOnePlace() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (JavaClass type : CLASSES) {
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        if (access.getTarget() instanceof CodeUnitAccessTarget target && makesThreads(target)) {
          found
              .computeIfAbsent(outermost(type).getName(), name -> new TreeSet<>())
              .add(access.getDescription());
        }
      }
    }
    assertThat(found.remove(PLACE)).as("calls of the one place").isNotEmpty();
    Map<String, Set<String>> unknown = new TreeMap<>(found);
    unknown.keySet().removeAll(OTHERS.keySet());
    assertThat(unknown).as("a thread of CAL's own comes from %s", PLACE).isEmpty();
    assertThat(found.keySet()).as("listed").containsExactlyInAnyOrderElementsOf(OTHERS.keySet());
  }

  /** Whether a thread is made that no factory is given for. */
  private static boolean makesThreads(CodeUnitAccessTarget target) {
    String name = target.getName();
    return switch (target.getOwner().getName()) {
      case "java.lang.Thread" ->
          Set.of("<init>", "ofPlatform", "ofVirtual", "startVirtualThread").contains(name);
      case "java.util.Timer" -> name.equals("<init>");
      case "java.util.concurrent.ForkJoinPool" -> name.matches("<init>|commonPool");
      case "java.util.concurrent.Executors" ->
          name.endsWith("ThreadFactory") || (name.startsWith("new") && !has(target, FACTORY));
      case "java.util.concurrent.ThreadPoolExecutor",
          "java.util.concurrent.ScheduledThreadPoolExecutor" ->
          name.equals("<init>") && !has(target, FACTORY);
      case "java.lang.ref.Cleaner" -> name.equals("create") && !has(target, FACTORY);
      case "java.util.concurrent.CompletableFuture" ->
          name.endsWith("Async") && !has(target, "java.util.concurrent.Executor");
      default -> false;
    };
  }

  private static boolean has(CodeUnitAccessTarget target, String parameter) {
    return target.getRawParameterTypes().stream()
        .anyMatch(type -> type.getName().equals(parameter));
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ThreadsTest::outermost).orElse(type);
  }
}
