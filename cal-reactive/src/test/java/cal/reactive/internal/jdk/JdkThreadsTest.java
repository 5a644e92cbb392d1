package cal.reactive.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.spi.VirtualThreads;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The assumptions of {@link JdkThreads} about the JDK, one by one. */
@Timeout(300)
class JdkThreadsTest {

  private final ConcurrentLinkedQueue<Runnable> turns = new ConcurrentLinkedQueue<>();
  private int taken;

  /** Runs what the scheduler was given, on this thread. */
  private void runTurns() {
    for (Runnable turn = turns.poll(); turn != null; turn = turns.poll()) {
      taken++;
      turn.run();
    }
  }

  @Test
  void shouldRunAVirtualThreadWhereItsSchedulerDoes() {
    AtomicReference<Thread> ran = new AtomicReference<>();
    Thread thread =
        JdkThreads.unstarted(turns::add, "named", () -> ran.set(Thread.currentThread()));
    assertThat(thread.isVirtual()).isTrue();
    assertThat(thread.getName()).isEqualTo("named");
    thread.start();
    assertThat(ran.get()).as("before its scheduler runs it").isNull();
    runTurns();
    assertThat(ran.get()).isSameAs(thread);
    assertThat(thread.getState()).isEqualTo(Thread.State.TERMINATED);
  }

  @Test
  void shouldComeBackToTheSchedulerAfterParkingYieldingAndBlocking() throws Exception {
    List<String> steps = new ArrayList<>();
    Object monitor = new Object();
    Thread thread =
        JdkThreads.unstarted(
            turns::add,
            "waits",
            () -> {
              Thread.yield();
              steps.add("yielded");
              LockSupport.park();
              steps.add("parked");
              synchronized (monitor) {
                steps.add("entered");
              }
            });
    thread.start();
    runTurns();
    assertThat(steps).containsExactly("yielded");
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder = Thread.ofPlatform().daemon().start(() -> hold(monitor, held, release));
    assertThat(held.await(120, TimeUnit.SECONDS)).isTrue();
    LockSupport.unpark(thread);
    runTurns();
    assertThat(steps).containsExactly("yielded", "parked");
    assertThat(thread.getState()).isEqualTo(Thread.State.BLOCKED);
    release.countDown();
    holder.join();
    while (thread.isAlive()) {
      runTurns();
    }
    assertThat(steps).containsExactly("yielded", "parked", "entered");
    assertThat(taken).isEqualTo(4);
  }

  private static void hold(Object monitor, CountDownLatch held, CountDownLatch release) {
    synchronized (monitor) {
      held.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void shouldTellWhatCarriesAThread() {
    AtomicReference<Thread> carrier = new AtomicReference<>();
    Thread thread =
        JdkThreads.unstarted(
            turns::add,
            "carried",
            () -> {
              carrier.set(JdkThreads.carrierOf(Thread.currentThread()));
              LockSupport.park();
            });
    thread.start();
    runTurns();
    assertThat(carrier.get()).isSameAs(Thread.currentThread());
    assertThat(JdkThreads.carrierOf(thread)).as("at rest").isNull();
    assertThat(JdkThreads.carrierOf(Thread.currentThread())).isSameAs(Thread.currentThread());
    LockSupport.unpark(thread);
    runTurns();
  }

  @Test
  void shouldKeepAPinnedThreadOnItsCarrierThoughItWaits() throws Exception {
    Object monitor = new Object();
    List<String> steps = new ArrayList<>();
    Thread thread =
        JdkThreads.unstarted(
            turns::add,
            "pinned",
            () -> {
              boolean pinned = JdkThreads.pin();
              try {
                assertThat(JdkThreads.pin()).as("more than once").isTrue();
                synchronized (monitor) {
                  steps.add("entered");
                }
                JdkThreads.unpin(true);
                synchronized (monitor) {
                  steps.add("entered again");
                }
              } finally {
                JdkThreads.unpin(pinned);
              }
              Thread.yield();
              steps.add("let go");
            });
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder = Thread.ofPlatform().daemon().start(() -> hold(monitor, held, release));
    assertThat(held.await(120, TimeUnit.SECONDS)).isTrue();
    Thread releaser =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  while (thread.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                  }
                  release.countDown();
                });
    thread.start();
    turns.poll().run();
    assertThat(steps).as("in one turn").containsExactly("entered", "entered again");
    runTurns();
    assertThat(steps).last().isEqualTo("let go");
    holder.join();
    releaser.join();
  }

  @Test
  void shouldLeavePlatformThreadsUnpinned() {
    boolean pinned = JdkThreads.pin();
    assertThat(pinned).isFalse();
    JdkThreads.unpin(pinned);
  }

  @Test
  void shouldGiveAChildItsParentsScheduler() {
    AtomicReference<Thread> child = new AtomicReference<>();
    JdkThreads.unstarted(turns::add, "parent", () -> child.set(Thread.ofVirtual().start(() -> {})))
        .start();
    runTurns();
    assertThat(child.get().getState()).isEqualTo(Thread.State.TERMINATED);
    assertThat(taken).isEqualTo(2);
  }

  /** In a JVM of its own: the JDK starts its pollers once. */
  @Test
  void shouldKeepTheJdksPollersOffTheLoops() throws Exception {
    assertThat(run(List.of(ChildJvm.OPEN), PollersOffTheLoops.class))
        .isEqualTo("the JDK's own sockets work while the scheduler rests");
  }

  /** As Project Loom's builds have it; no JDK that can be had here has this interface itself. */
  interface LoomsScheduler {
    void onStart(Runnable task);

    void onContinue(Runnable task);

    default String schedule() {
      return "the JDK's timers";
    }
  }

  @Test
  void shouldExecuteTheTasksOfASchedulerOfLoom() {
    LoomsScheduler scheduler =
        (LoomsScheduler) JdkThreads.loomScheduler(LoomsScheduler.class, turns::add);
    Runnable started = () -> {};
    Runnable continued = () -> {};
    scheduler.onStart(started);
    scheduler.onContinue(continued);
    assertThat(turns).containsExactly(started, continued);
    assertThat(scheduler.schedule()).isEqualTo("the JDK's timers");
    assertThat(Set.of(scheduler)).contains(scheduler);
  }

  @Test
  void shouldSayWhatToDoWhereTheJdkIsClosed() throws Exception {
    assertThat(run(List.of(), ClosedJdk.class))
        .contains("--add-opens java.base/java.lang=ALL-UNNAMED")
        .contains("Add-Opens: java.base/java.lang");
  }

  /** Interpreted frames differ most in size, and every one is there. */
  @Test
  void shouldLeaveNoThreadPinnedWhoseStackEndsInACall() throws Exception {
    assertThat(run(List.of("-Xint", "-Xss512k", ChildJvm.OPEN), PinnedAtItsEnd.class))
        .matches("pinned 0, calls [1-9]\\d*, overflows [1-9]\\d*");
  }

  private static String run(List<String> options, Class<?> main) throws Exception {
    Process process = ChildJvm.of(options, main).start();
    try (BufferedReader out = process.inputReader()) {
      String line = out.readLine();
      assertThat(ChildJvm.status(process)).isZero();
      return line;
    }
  }

  /** Prints the sentence that a user sees. */
  static final class ClosedJdk {
    private ClosedJdk() {}

    public static void main(String[] arguments) {
      System.out.println(SchedulerTrial.missing().orElse("nothing"));
    }
  }

  /** Has a thread of a scheduler wait for a socket of the JDK, and then stops the scheduler. */
  static final class PollersOffTheLoops {
    private PollersOffTheLoops() {}

    public static void main(String[] arguments) throws Exception {
      VirtualThreads.openPollers();
      CountDownLatch waits = new CountDownLatch(1);
      try (java.net.ServerSocket listener = new java.net.ServerSocket(0)) {
        Thread waiting =
            JdkThreads.unstarted(
                turn -> {
                  if (waits.getCount() > 0) {
                    new Thread(turn).start();
                  }
                },
                "waits",
                () -> accept(listener));
        waiting.start();
        while (!waitsForItsPoller(waiting)) {
          Thread.onSpinWait();
        }
        waits.countDown();
        Thread ordinary = Thread.ofVirtual().start(JdkThreadsTest::roundTrip);
        if (ordinary.join(java.time.Duration.ofSeconds(100))) {
          System.out.println("the JDK's own sockets work while the scheduler rests");
        }
      }
    }

    /** Not for a class that another thread loads, or a lock: the scheduler would rest with it. */
    private static boolean waitsForItsPoller(Thread thread) {
      List<String> calls =
          Arrays.stream(thread.getStackTrace()).map(StackTraceElement::getClassName).toList();
      int parks = calls.indexOf("java.util.concurrent.locks.LockSupport");
      return parks >= 0
          && calls.get(parks + 1).equals("sun.nio.ch.Poller")
          && thread.getState() == Thread.State.WAITING;
    }
  }

  private static void accept(java.net.ServerSocket listener) {
    try {
      listener.accept().close();
    } catch (java.io.IOException closed) {
      System.err.println(closed);
    }
  }

  private static void roundTrip() {
    try (java.net.ServerSocket listener = new java.net.ServerSocket(0)) {
      Thread server = Thread.ofVirtual().start(() -> accept(listener));
      try (java.net.Socket client =
          new java.net.Socket(listener.getInetAddress(), listener.getLocalPort())) {
        assertThat(client.getInputStream().read()).isEqualTo(-1);
      }
      server.join();
    } catch (java.io.IOException | InterruptedException failure) {
      throw new AssertionError(failure);
    }
  }
}
