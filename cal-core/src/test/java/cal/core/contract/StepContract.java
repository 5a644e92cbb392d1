package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.stage.OpenStage;
import cal.core.spi.StageStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Steps: each once, one at a time, in turns. */
abstract class StepContract extends ModelFixture {
  StepContract(ModelContract contract) {
    super(contract);
  }

  /** Plain fields on purpose: what they hold is only right if steps are ordered by the model. */
  private static final class Plain {
    private final int last;
    private int steps;
    private long sum;
    private Thread previous;
    private int changes;

    Plain(int last) {
      this.last = last;
    }

    boolean step() {
      if (previous != Thread.currentThread()) {
        previous = Thread.currentThread();
        changes++;
      }
      steps++;
      sum += steps;
      return steps < last;
    }
  }

  @Test
  void shouldRunEachActivityToItsEndOnce() {
    OpenStage stage = stage(4);
    List<Plain> all = IntStream.range(0, 2_000).mapToObj(i -> new Plain(1 + i % 20)).toList();
    for (Plain plain : all) {
      Work.spawnOn(stage, plain, plain::step);
    }
    StageStatus status = settled(stage, 2_000);
    assertThat(status.completed()).isEqualTo(2_000);
    for (Plain plain : all) {
      assertThat(plain.steps).as("steps of %d", plain.last).isEqualTo(plain.last);
      assertThat(plain.sum).isEqualTo((long) plain.last * (plain.last + 1) / 2);
    }
  }

  @Test
  void shouldRunAProcedureWithoutAnswerOnce() {
    OpenStage stage = stage(2);
    AtomicIntegerArray runs = new AtomicIntegerArray(1_000);
    for (int i = 0; i < 1_000; i++) {
      int number = i;
      Work.spawn(
          stage,
          () -> {
            runs.incrementAndGet(number);
            return null;
          });
    }
    quiescent(stage);
    assertThat(IntStream.range(0, 1_000).map(runs::get)).allMatch(n -> n == 1);
  }

  @Test
  void shouldNeverOverlapTheStepsOfOneActivity() {
    OpenStage stage = stage(4);
    AtomicBoolean overlapped = new AtomicBoolean();
    for (int i = 0; i < 32; i++) {
      AtomicBoolean inside = new AtomicBoolean();
      int[] steps = {0};
      Work.spawn(
          stage,
          () -> {
            if (!inside.compareAndSet(false, true)) {
              overlapped.set(true);
            }
            spin(50);
            inside.set(false);
            return ++steps[0] < 1_000;
          });
    }
    quiescent(stage);
    assertThat(overlapped).as("two steps of one activity ran at a time").isFalse();
  }

  @Test
  void shouldShowEachStepWhatThePreviousOneWrote() {
    OpenStage stage = stage(4);
    boolean moved = !contract.bounded();
    // One thread may have done it all before another woke up: again, until steps have moved.
    for (int round = 0; round == 0 || (!moved && round < 500); round++) {
      List<Plain> all = IntStream.range(0, 16).mapToObj(i -> new Plain(5_000)).toList();
      for (Plain plain : all) {
        Work.spawnOn(stage, plain, plain::step);
      }
      quiescent(stage);
      assertThat(all).allMatch(plain -> plain.steps == 5_000 && plain.sum == 12_502_500L);
      moved |= all.stream().anyMatch(plain -> plain.changes > 1);
    }
    assertThat(moved).as("steps moved between threads").isTrue();
  }

  @Test
  void shouldTakeTurnsOnOneWorker() throws InterruptedException {
    assumeTrue(contract.bounded(), "activities have workers of their own");
    OpenStage stage = stage(1);
    CountDownLatch gate = occupy(stage);
    List<Integer> order = new ArrayList<>(); // plain: one thread alone adds to it
    int clients = 8;
    int turns = 500;
    for (int i = 0; i < clients; i++) {
      int client = i;
      int[] steps = {0};
      Work.spawn(
          stage,
          () -> {
            order.add(client);
            return ++steps[0] < turns;
          });
    }
    gate.countDown();
    quiescent(stage);
    assertThat(order).hasSize(clients * turns);
    for (int i = 0; i < order.size(); i++) {
      assertThat(order.get(i)).as("turn %d", i).isEqualTo(i % clients);
    }
  }

  @Test
  void shouldTakeTurnsOnTwoWorkers() throws InterruptedException {
    assumeTrue(contract.bounded(), "activities have workers of their own");
    OpenStage stage = stage(2);
    CountDownLatch gate = occupy(stage);
    occupy(stage, gate);
    int clients = 8;
    int turns = 1_000;
    AtomicBoolean over = new AtomicBoolean();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < clients; i++) {
      int client = i;
      int[] steps = {0};
      Work.spawn(
          stage,
          () -> {
            order.add(client);
            spin(200);
            if (++steps[0] == turns) {
              over.set(true);
            }
            return !over.get();
          });
    }
    gate.countDown();
    quiescent(stage);
    // The other worker may hold one before its turn and one after it, for as long as it likes.
    assertThat(fewestBetweenTwoTurns(order, clients)).isGreaterThanOrEqualTo(clients - 3);
  }

  /** How many others at least had a turn between two turns of any of them. */
  private static int fewestBetweenTwoTurns(List<Integer> order, int clients) {
    int[] last = new int[clients];
    Arrays.fill(last, -1);
    int fewest = clients - 1;
    for (int turn = 0; turn < order.size(); turn++) {
      int client = order.get(turn);
      if (last[client] >= 0) {
        int since = last[client];
        int others = (int) IntStream.of(last).filter(other -> other > since).count();
        fewest = Math.min(fewest, others);
      }
      last[client] = turn;
    }
    return fewest;
  }

  @Test
  void shouldLetEveryBusyActivityProgress() {
    OpenStage stage = stage(2);
    int clients = 4 * Runtime.getRuntime().availableProcessors();
    CountDownLatch progress = new CountDownLatch(clients);
    for (int i = 0; i < clients; i++) {
      int[] steps = {0};
      Work.spawn(
          stage,
          () -> {
            spin(20_000);
            if (++steps[0] == 50) {
              progress.countDown();
            }
            // Goes on until the last has had its turns: who does not give way starves it.
            return progress.getCount() > 0;
          });
    }
    quiescent(stage);
    assertThat(progress.getCount()).as("activities that starved").isZero();
  }

  @Test
  void shouldBeginWhatComesWhileOthersAreBusy() throws InterruptedException {
    OpenStage stage = stage(2);
    AtomicBoolean over = new AtomicBoolean();
    for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
      Work.spawn(
          stage,
          () -> {
            spin(2_000);
            return !over.get();
          });
    }
    try {
      for (int i = 0; i < 20; i++) {
        CountDownLatch begun = new CountDownLatch(1);
        Work.spawn(
            stage,
            () -> {
              begun.countDown();
              return false;
            });
        await(begun, "the start of newcomer " + i);
      }
    } finally {
      over.set(true);
    }
    quiescent(stage);
  }

  private static void spin(int rounds) {
    for (int i = 0; i < rounds; i++) {
      Thread.onSpinWait();
    }
  }
}
