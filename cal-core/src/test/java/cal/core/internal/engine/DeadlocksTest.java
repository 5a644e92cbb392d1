package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.LockPolicy;
import cal.core.contract.ModelFixture;
import cal.core.contract.PlainRegions;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.ModelChoice;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.Describer;
import cal.core.spi.CalRuntimeMXBean.HangStatus;
import cal.core.spi.SynchronizationPolicy;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Circles that only the server's own order of guards closes are named while the server runs. */
@Timeout(300)
class DeadlocksTest {
  private static final Logger LOGGER = Logger.getLogger("cal");

  private final Engine runtime =
      Engine.of(
          Configuration.of(
              Map.of(
                  "cal.stage.full.max-in-flight", "1",
                  "cal.stage.several.max-in-flight", "2",
                  "cal.shutdown-timeout", "1ms")),
          List.of("platform", "virtual", "store", "full", "several"));
  private final OpenStage platform = open("platform", ThreadsModel.PLATFORM);
  private final OpenStage virtual = open("virtual", ThreadsModel.VIRTUAL);
  private final OpenStage store = open("store", ThreadsModel.VIRTUAL);
  private final OpenStage full = open("full", ThreadsModel.PLATFORM);
  private final OpenStage several = open("several", ThreadsModel.VIRTUAL);

  @TempDir private Path folder;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private OpenStage open(String name, String model) {
    return runtime.open(name, configuration -> new ModelChoice(model, "the test"));
  }

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  /** Activities in a circle of guards stay there for good, on daemon threads. */
  @AfterEach
  void shutDown() {
    LOGGER.removeHandler(handler);
    runtime.shutdown();
  }

  /** Enters the region of one guard, and of another once both activities are inside of one. */
  private interface Taking {
    void take(Object first, Object second, CountDownLatch both) throws Exception;
  }

  private static String[] opposite(OpenStage stage, String policy) {
    return opposite(stage, policy, new PlainRegions(policy)::takeBoth);
  }

  /** Two activities that read, each of which would write what the other reads. */
  private static String[] readers(OpenStage stage) {
    PlainRegions table = new PlainRegions("shared");
    return opposite(
        stage,
        "readers",
        (first, second, both) ->
            table.insideShared(
                first,
                () -> {
                  both.countDown();
                  ModelFixture.await(both, "the other reader");
                  table.inside(second, () -> {});
                }));
  }

  /** Two activities that enter the regions of two guards in opposite order. */
  private static String[] opposite(OpenStage stage, String how, Taking regions) {
    String name = how + " on " + stage.name();
    Object left = new Object();
    Object right = new Object();
    CountDownLatch both = new CountDownLatch(2);
    take(stage, name + " 1", regions, left, right, both);
    take(stage, name + " 2", regions, right, left, both);
    return new String[] {
      stage.name() + "[" + name + " 1] captured at " + Work.SITE + " on cal-",
      stage.name() + "[" + name + " 2] captured at " + Work.SITE + " on cal-",
      "waits for " + Describer.identity(left) + ", held by cal-",
      "waits for " + Describer.identity(right) + ", held by cal-"
    };
  }

  private static void take(
      OpenStage stage,
      String name,
      Taking regions,
      Object first,
      Object second,
      CountDownLatch both) {
    Work.spawnOn(
        stage,
        name,
        () -> {
          regions.take(first, second, both);
          return false;
        });
  }

  /** The same with locks of {@code java.util.concurrent}. */
  private static String[] oppositeLocks(OpenStage stage) {
    ReentrantLock left = new ReentrantLock();
    ReentrantLock right = new ReentrantLock();
    CountDownLatch both = new CountDownLatch(2);
    String name = "locks on " + stage.name();
    Work.spawnOn(stage, name + " 1", () -> lockBoth(left, right, both));
    Work.spawnOn(stage, name + " 2", () -> lockBoth(right, left, both));
    return new String[] {
      stage.name() + "[" + name + " 1] captured at " + Work.SITE + " on cal-",
      stage.name() + "[" + name + " 2] captured at " + Work.SITE + " on cal-",
      "waits for java.util.concurrent.locks.ReentrantLock@",
      "DeadlocksTest.lockBoth("
    };
  }

  @SuppressWarnings("LockNotBeforeTry")
  private static boolean lockBoth(ReentrantLock first, ReentrantLock second, CountDownLatch both)
      throws InterruptedException {
    first.lock();
    both.countDown();
    ModelFixture.await(both, "the first locks");
    second.lock();
    return false;
  }

  /** The server's own monitor is held while its call waits for it in another stage. */
  private String[] heldWhileItHandsOff() {
    Object monitor = new Object();
    Work.spawnOn(
        platform,
        "handing off",
        () -> {
          synchronized (monitor) {
            return store.handOff(
                Work.on(
                    store,
                    "call",
                    () -> {
                      synchronized (monitor) {
                        return false;
                      }
                    }));
          }
        });
    return new String[] {
      "platform[handing off]",
      "waits for its call in stage=store, behind ",
      "store[call]",
      "waits for " + Describer.identity(monitor) + ", held by "
    };
  }

  /** The same for a place in a full stage, whose only activity waits for the monitor. */
  private String[] heldWhileItSpawns() throws Exception {
    Object monitor = new Object();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    Work.spawnOn(
        full,
        "keeping the place",
        () -> {
          begun.countDown();
          ModelFixture.await(held, "the monitor");
          synchronized (monitor) {
            return false;
          }
        });
    ModelFixture.await(begun, "a full stage");
    Work.spawnOn(
        virtual,
        "spawning",
        () -> {
          synchronized (monitor) {
            held.countDown();
            Work.spawn(full, () -> false);
            return false;
          }
        });
    return new String[] {
      "virtual[spawning]",
      "waits for a place in stage=full, one of which is kept by ",
      "full[keeping the place]",
      "waits for " + Describer.identity(monitor) + ", held by "
    };
  }

  @Test
  void shouldNameEachCircleInOneLine() throws Exception {
    Object patience = new Object();
    List<String[]> circles = new ArrayList<>();
    synchronized (patience) {
      Work.spawnOn(
          platform,
          "patient",
          () -> {
            synchronized (patience) {
              return false;
            }
          });
      circles.addAll(
          List.of(
              opposite(platform, SynchronizationPolicy.MONITOR),
              opposite(virtual, SynchronizationPolicy.MONITOR),
              opposite(platform, LockPolicy.NAME),
              opposite(virtual, LockPolicy.NAME),
              oppositeLocks(platform),
              oppositeLocks(virtual),
              opposite(virtual, "optimistic"),
              readers(platform),
              heldWhileItHandsOff(),
              heldWhileItSpawns()));
      ModelFixture.eventually(
          "all circles are named",
          () -> circles.stream().allMatch(circle -> lines.stream().anyMatch(names(circle))));
    }
    assertThat(lines).noneMatch(line -> line.contains("patient"));
    for (String[] circle : circles) {
      assertThat(lines)
          .filteredOn(names(circle))
          .singleElement()
          .asString()
          .contains(circle)
          .startsWith("threads wait for each other, for good: ");
    }
    assertThat(runtime.getHangs())
        .filteredOn(hang -> hang.hang().startsWith("threads wait for each other, for good: "))
        .isNotEmpty()
        .allMatch(HangStatus::forGood);
  }

  private static Predicate<String> names(String[] circle) {
    return line -> line.contains("for good") && line.contains(circle[0]);
  }

  private List<String> hangs() {
    return runtime.getHangs().stream().map(HangStatus::hang).toList();
  }

  private boolean names(String who) {
    return hangs().stream().anyMatch(hang -> hang.startsWith(who));
  }

  /** A thread in a read of its own stands longer than the one that is told of. */
  @Test
  void shouldNameAWaitThatNobodyEnds() throws Exception {
    CountDownLatch lost = new CountDownLatch(1);
    try (Recording recording = new Recording();
        ServerSocket silent = new ServerSocket(0)) {
      recording.start();
      Work.spawnOn(virtual, "silent", () -> silent.accept() == null);
      ModelFixture.eventually("a wait for a client", () -> isWaiting(virtual, "silent"));
      Work.spawnOn(
          virtual,
          "lost",
          () -> {
            lost.await();
            return false;
          });
      ModelFixture.eventually("it is told of", () -> names("virtual[lost] "));
      recording.stop();
      Path file = folder.resolve("hangs.jfr");
      recording.dump(file);
      assertThat(RecordingFile.readAllEvents(file))
          .filteredOn(event -> event.getEventType().getName().equals("cal.Hang"))
          .filteredOn(event -> event.getString("hang").startsWith("virtual[lost] "))
          .singleElement()
          .satisfies(
              event -> assertThat(event.getString("stacks")).contains("DeadlocksTest.lambda$"));
    }
    assertThat(hangs()).noneMatch(hang -> hang.contains("silent"));
    assertThat(runtime.getHangs())
        .filteredOn(hang -> hang.hang().startsWith("virtual[lost] "))
        .as("perhaps without work")
        .isNotEmpty()
        .noneMatch(HangStatus::forGood);
    assertThat(lines)
        .filteredOn(line -> line.contains(", and nobody holds it"))
        .singleElement()
        .asString()
        .contains("virtual[lost]")
        .contains("waits for java.util.concurrent.CountDownLatch@", ", and nobody holds it, since ")
        .contains("DeadlocksTest.lambda$");
    lost.countDown();
    ModelFixture.eventually("it is over", () -> !names("virtual[lost] "));
  }

  /** One place is kept by a read, and the other by an activity that goes on. */
  @Test
  void shouldBlameNoActivityWhereAnotherMayEndTheWait() throws Exception {
    CountDownLatch lost = new CountDownLatch(1);
    try (ServerSocket silent = new ServerSocket(0)) {
      Work.spawnOn(several, "silent", () -> silent.accept() == null);
      Work.spawnOn(several, "going on", () -> !lost.await(1, TimeUnit.MILLISECONDS));
      Work.spawnOn(virtual, "calling", () -> several.handOff(Work.of(several, () -> false)));
      ModelFixture.eventually("waits", () -> isWaiting(several, "silent"));
      ModelFixture.eventually("a wait for a place", () -> isWaiting(virtual, "calling"));
      Work.spawnOn(
          virtual,
          "lost",
          () -> {
            lost.await();
            return false;
          });
      ModelFixture.eventually("a later wait is told of", () -> names("virtual[lost] "));
    }
    assertThat(lines)
        .filteredOn(line -> line.contains(" waits for "))
        .noneMatch(line -> line.contains("[silent]") || line.contains("[calling]"));
    lost.countDown();
  }

  private static boolean isWaiting(OpenStage stage, String name) {
    boolean[] waits = {false};
    stage
        .attached()
        .forEachRunning(
            (worker, activity) ->
                waits[0] |=
                    activity.toString().contains(name)
                        && worker.thread().getState() == Thread.State.WAITING);
    return waits[0];
  }

  /** The stage of the initialisers below, and whether the call of the slow one may end. */
  private static OpenStage called;

  private static final CountDownLatch ENDS = new CountDownLatch(1);

  /** Initialised for good, since its call needs the class. */
  private static final class Circular {
    static final Object VALUE = handedOff(DeadlocksTest::circular);
  }

  private static final class Slow {
    static final Object VALUE = handedOff(DeadlocksTest::slow);
  }

  private static Object circular() {
    return Circular.VALUE.hashCode();
  }

  private static Object slow() throws InterruptedException {
    ModelFixture.await(ENDS, "the other's line");
    return 1;
  }

  private static Object handedOff(Work.Body body) {
    try {
      return called.handOff(Work.of(called, body));
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }

  @Test
  void shouldNameACallThatNeedsTheClassWhoseInitialiserMadeTheCall() throws Exception {
    called = platform;
    Caller slow = Caller.start(() -> Slow.VALUE);
    Work.spawn(full, () -> Circular.VALUE == null);
    ModelFixture.eventually(
        "it is named", () -> lines.stream().anyMatch(l -> l.contains("for good")));
    ENDS.countDown();
    assertThat(slow.join()).isEqualTo(1);
    assertThat(lines)
        .filteredOn(line -> line.contains("for good"))
        .singleElement()
        .asString()
        .contains(
            "stage=platform",
            "by the initialiser of " + Circular.class.getName() + " ",
            "DeadlocksTest.circular(DeadlocksTest.java:",
            "cal.stage.platform.model=sequential");
  }
}
