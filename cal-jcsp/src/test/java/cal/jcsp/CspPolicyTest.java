package cal.jcsp;

import static cal.core.contract.ModelFixture.await;
import static cal.core.contract.ModelFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order, the oracles and the failures of the policy {@code csp}, beside its contract. */
@Tag("c2")
@Timeout(300)
class CspPolicyTest {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  /** The kinds of threads of a test. */
  enum Kind {
    PLATFORM,
    VIRTUAL
  }

  /** A step of a test, which may throw. */
  interface Body {
    void run() throws Exception;
  }

  private final CountedThreads oracles = new CountedThreads();
  private final CspPolicy csp = new CspPolicy(oracles);
  private final Object guard = new Object();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();

  /** Counts what it starts, and what has ended. */
  private static final class CountedThreads extends CspThreads {
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private volatile Consumer<String> before = name -> {};
    private volatile Consumer<Thread> began = thread -> {};
    private volatile Supplier<Entrant> entrants = Entrant::new;

    @Override
    Entrant entrant() {
      return entrants.get();
    }

    @Override
    Thread start(Processes.Body body, String name) {
      before.accept(name);
      started.incrementAndGet();
      names.add(name.replaceAll("\\d+$", ""));
      return super.start(
          () -> {
            began.accept(Thread.currentThread());
            try {
              body.run();
            } finally {
              ended.incrementAndGet();
            }
          },
          name);
    }

    boolean allEnded() {
      return started.get() == ended.get();
    }
  }

  private Thread go(Kind kind, Body body) {
    Runnable guarded =
        () -> {
          try {
            body.run();
          } catch (Throwable thrown) {
            failures.add(thrown);
          }
        };
    Thread thread =
        kind == Kind.VIRTUAL
            ? Thread.ofVirtual().start(guarded)
            : Thread.ofPlatform().daemon().start(guarded);
    threads.add(thread);
    return thread;
  }

  private void joinAll() throws InterruptedException {
    for (Thread thread : threads) {
      assertThat(thread.join(DEADLINE)).as("%s ends; %s", thread, failures).isTrue();
    }
    for (Throwable failure : failures) {
      throw new AssertionError("in a thread of the test", failure);
    }
  }

  @AfterEach
  void shouldLeaveNothingBehind() {
    assertThat(csp.guardsInUse()).isZero();
    eventually("every oracle and alarm ends", oracles::allEnded);
  }

  private void inside(Object of, Body body) throws Exception {
    csp.enter(of);
    try {
      body.run();
    } finally {
      csp.exit(of);
    }
  }

  private Thread goInside(Kind kind, Object of, Body body) {
    return go(kind, () -> inside(of, body));
  }

  /** Starts a thread that waits, and returns when it does. */
  private Thread waiter(Kind kind, long nanos, Body afterwards) throws Exception {
    CountDownLatch in = new CountDownLatch(1);
    Thread thread =
        goInside(
            kind,
            guard,
            () -> {
              in.countDown();
              csp.await(guard, nanos);
              afterwards.run();
            });
    await(in, "a waiter is inside");
    // It has left as soon as another is let in.
    inside(guard, () -> {});
    return thread;
  }

  @Test
  void shouldBeFoundByItsName() {
    assertThat(ServiceLoader.load(cal.core.spi.SynchronizationPolicy.class))
        .anyMatch(policy -> policy.name().equals("csp"));
  }

  @Test
  void shouldSayWhyItKeepsOutThoseThatAreNotInside() {
    assertThatThrownBy(() -> csp.signal(guard))
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("is not inside the region");
    assertThatThrownBy(() -> csp.enter(null)).isInstanceOf(NullPointerException.class);
  }

  @ParameterizedTest
  @EnumSource
  void shouldWakeThoseThatWaitInOrderOneBySignalAllBySignalAll(Kind kind) throws Exception {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int number = i;
      waiter(kind, 0, () -> order.add(number));
    }
    inside(guard, () -> csp.signal(guard));
    assertThat(threads.getFirst().join(DEADLINE)).isTrue();
    inside(guard, () -> assertThat(order).containsExactly(0));
    inside(
        guard,
        () -> {
          csp.signal(guard);
          csp.signal(guard);
        });
    assertThat(threads.get(2).join(DEADLINE)).isTrue();
    inside(guard, () -> assertThat(order).containsExactly(0, 1, 2));
    inside(
        guard,
        () -> {
          csp.signal(guard);
          csp.signalAll(guard);
          csp.signalAll(guard);
        });
    joinAll();
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5);
  }

  /** Its time is over and it has asked, but the oracle listens to the thread inside alone. */
  @ParameterizedTest
  @EnumSource
  void shouldComeBackInsideOnlyWhenTheRegionIsFree(Kind kind) throws Exception {
    AtomicInteger back = new AtomicInteger();
    AtomicReference<Thread> alarm = new AtomicReference<>();
    AtomicReference<Thread> oracle = new AtomicReference<>();
    oracles.began = thread -> (thread.getName().contains("alarm") ? alarm : oracle).set(thread);
    Thread test = Thread.currentThread();
    CountDownLatch in = new CountDownLatch(1);
    Thread waiter =
        goInside(
            kind,
            guard,
            () -> {
              in.countDown();
              eventually("another asks to be let in", () -> isWaiting(test));
              csp.await(guard, TimeUnit.MILLISECONDS.toNanos(5));
              back.incrementAndGet();
            });
    await(in, "the waiter is inside");
    inside(
        guard,
        () -> {
          eventually("the alarm rings", () -> alarm.get() != null);
          assertThat(alarm.get().join(DEADLINE)).as("the alarm has asked").isTrue();
          eventually("the oracle listens", () -> isWaiting(oracle.get()));
          eventually("the waiter waits", () -> back.get() > 0 || isWaiting(waiter));
          assertThat(back).as("nobody came in meanwhile").hasValue(0);
        });
    joinAll();
    assertThat(back).hasValue(1);
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.WAITING;
  }

  @Test
  void shouldLetOthersUseTheirGuardsWhileAnOracleIsStarted() throws Exception {
    CountDownLatch starts = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    oracles.before =
        name -> {
          if (Thread.currentThread().getName().equals("slow")) {
            starts.countDown();
            awaitUnchecked(go);
          }
        };
    Thread slow =
        go(
            Kind.PLATFORM,
            () -> {
              Thread.currentThread().setName("slow");
              inside(guard, () -> {});
            });
    await(starts, "an oracle is about to be started");
    Thread others =
        go(
            Kind.PLATFORM,
            () -> {
              for (int i = 0; i < 500; i++) {
                inside(new Object(), () -> {});
              }
              inside(guard, () -> {});
            });
    assertThat(others.join(DEADLINE)).as("the others are not kept").isTrue();
    assertThat(slow.isAlive()).isTrue();
    go.countDown();
    joinAll();
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      await(latch, "the release");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldStayUsableWhereNoThreadCanBeHad() throws Exception {
    csp.enter(guard);
    oracles.before =
        name -> {
          throw new OutOfMemoryError("unable to create native thread");
        };
    assertThatThrownBy(() -> csp.enter(new Object())).isInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(() -> csp.await(guard, 1)).isInstanceOf(OutOfMemoryError.class);
    Thread other = goInside(Kind.PLATFORM, guard, () -> {});
    eventually("the other is kept out", () -> isWaiting(other));
    csp.exit(guard);
    joinAll();
    assertThat(csp.guardsInUse()).isZero();
    assertThatThrownBy(() -> csp.enter(guard)).isInstanceOf(OutOfMemoryError.class);
    oracles.before = name -> {};
    inside(guard, () -> {});
  }

  /** As want of memory would have it, in the middle of JCSP. */
  private static final class BrokenEntrant extends Entrant {
    private boolean broken;

    @Override
    Reason readAdmission() {
      if (!broken) {
        broken = true;
        throw new OutOfMemoryError("Java heap space");
      }
      return super.readAdmission();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldStayUsableWhereOneThatHasAskedBreaks(Kind kind) throws Exception {
    csp.enter(guard);
    oracles.entrants = BrokenEntrant::new;
    Thread broken =
        go(
            kind,
            () -> {
              assertThatThrownBy(() -> csp.enter(guard)).isInstanceOf(OutOfMemoryError.class);
              assertThatThrownBy(() -> csp.exit(guard))
                  .isInstanceOf(IllegalMonitorStateException.class);
            });
    eventually("it has asked", () -> isWaiting(broken));
    csp.exit(guard);
    joinAll();
    assertThat(csp.guardsInUse()).isZero();
    oracles.entrants = Entrant::new;
    inside(
        guard,
        () -> {
          oracles.entrants = BrokenEntrant::new;
          assertThatThrownBy(() -> csp.await(guard, 0)).isInstanceOf(OutOfMemoryError.class);
          oracles.entrants = Entrant::new;
          Thread other = goInside(kind, guard, () -> {});
          eventually("it is inside again", () -> isWaiting(other));
        });
    joinAll();
  }

  /**
   * A thread that was signalled waits for the guard, and no more for a signal: a stalled drain says
   * so.
   */
  @ParameterizedTest
  @EnumSource
  void shouldTellWhoWaitsForASignalFromWhoWaitsToComeBack(Kind kind) throws Exception {
    Thread signalled = waiter(kind, 0, () -> {});
    Thread waits = waiter(kind, 0, () -> {});
    assertThat(csp.awaitsSignal(guard, signalled)).isTrue();
    assertThat(csp.awaitsSignal(guard, waits)).isTrue();
    inside(
        guard,
        () -> {
          csp.signal(guard);
          eventually("it is to come back", () -> !csp.awaitsSignal(guard, signalled));
          assertThat(csp.awaitsSignal(guard, waits)).isTrue();
          waits.interrupt();
          eventually("so is the other", () -> !csp.awaitsSignal(guard, waits));
        });
    assertThat(signalled.join(DEADLINE)).isTrue();
    assertThat(waits.join(DEADLINE)).isTrue();
    assertThat(csp.awaitsSignal(guard, waits)).isFalse();
    assertThat(failures.remove()).isInstanceOf(InterruptedException.class);
    joinAll();
  }

  /** Two threads that hand the region to each other by signals do not keep a third one out. */
  @ParameterizedTest
  @EnumSource
  void shouldLetNewcomersInBetweenThoseThatSignalEachOther(Kind kind) throws Exception {
    boolean[] over = {false};
    CountDownLatch playing = new CountDownLatch(2);
    for (int t = 0; t < 2; t++) {
      goInside(
          kind,
          guard,
          () -> {
            playing.countDown();
            while (!over[0]) {
              csp.signal(guard);
              csp.await(guard, TimeUnit.MILLISECONDS.toNanos(100));
            }
            csp.signalAll(guard);
          });
    }
    await(playing, "both are inside by turns");
    for (int i = 0; i < 100; i++) {
      inside(guard, () -> {});
    }
    inside(guard, () -> over[0] = true);
    joinAll();
  }

  @Test
  void shouldKeepNeitherGuardsNorOracles() throws Exception {
    List<WeakReference<Object>> sample = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      Object one = new Object();
      csp.enter(one);
      csp.exit(one);
      if (i % 100 == 0) {
        sample.add(new WeakReference<>(one));
      }
    }
    assertThat(csp.guardsInUse()).isZero();
    assertThat(oracles.started).hasValue(2_000);
    assertThat(oracles.names).containsExactly("cal-csp-oracle-");
    eventually("every oracle has ended", oracles::allEnded);
    eventually(
        "the guards are collected",
        () -> {
          System.gc();
          return sample.stream().allMatch(reference -> reference.refersTo(null));
        });
  }

  /** Everything at a time, in random order, with interrupts: excluded, and nobody left behind. */
  @ParameterizedTest
  @EnumSource
  void shouldHoldUnderRandomSchedules(Kind kind) throws Exception {
    for (int seed = 0; seed < 15; seed++) {
      schedule(kind, seed);
    }
    joinAll();
  }

  private void schedule(Kind kind, long seed) throws Exception {
    Object[] guards = {new Object(), new Object()};
    int[] inside = {0, 0};
    int[] entries = {0, 0};
    int clients = 6;
    AtomicInteger running = new AtomicInteger(clients);
    AtomicInteger expected = new AtomicInteger();
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < clients; t++) {
      RandomGenerator random =
          RandomGeneratorFactory.of("L64X128MixRandom").create(seed * clients + t);
      all.add(
          go(
              kind,
              () -> {
                for (int i = 0; i < 150; i++) {
                  int which = random.nextInt(2);
                  expected.incrementAndGet();
                  step(random, guards[which], inside, entries, which);
                }
                running.decrementAndGet();
              }));
    }
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(-seed);
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (running.get() > 0 && failures.isEmpty()) {
      assertThat(System.nanoTime()).as("deadline of seed %d", seed).isLessThan(deadline);
      all.get(random.nextInt(clients)).interrupt();
      // Waits without a limit end by interrupts and signals alone.
      for (Object one : guards) {
        inside(one, () -> csp.signal(one));
      }
      Thread.yield();
    }
    for (Thread thread : all) {
      assertThat(thread.join(DEADLINE)).as("seed %d: %s", seed, failures).isTrue();
    }
    assertThat(entries[0] + entries[1]).as("seed %d", seed).isEqualTo(expected.get());
  }

  private void step(RandomGenerator random, Object of, int[] inside, int[] entries, int which) {
    csp.enter(of);
    try {
      enterPlain(inside, which);
      entries[which]++;
      switch (random.nextInt(6)) {
        case 0 -> waitPlain(of, 0, inside, which);
        case 1 -> waitPlain(of, 1 + random.nextInt(300_000), inside, which);
        case 2 -> csp.signal(of);
        case 3 -> csp.signalAll(of);
        case 4 -> Thread.yield();
        default -> {}
      }
      inside[which]--;
    } finally {
      csp.exit(of);
    }
    if (random.nextInt(8) == 0) {
      Thread.yield();
    }
  }

  private static void enterPlain(int[] inside, int which) {
    if (inside[which]++ != 0) {
      throw new AssertionError("two are inside");
    }
  }

  private void waitPlain(Object of, long nanos, int[] inside, int which) {
    inside[which]--;
    try {
      csp.await(of, nanos);
    } catch (InterruptedException e) {
      // As good as a signal here.
    }
    enterPlain(inside, which);
  }
}
