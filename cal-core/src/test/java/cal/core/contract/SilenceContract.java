package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.engine.Engine;
import cal.core.internal.generation.StageChoice;
import cal.core.internal.stage.OpenStage;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Silence: clients that ask for nothing are closed after a time, or where others need a worker. */
abstract class SilenceContract extends ModelFixture {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** When the next look is: minutes from now, and a second after the one before. */
  private long later = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);

  SilenceContract(ModelContract contract) {
    super(contract);
  }

  /** Looks as the runtime does, minutes later. */
  private void look(OpenStage stage) {
    later += SECOND;
    stage.upkeep().atQueue(later);
    stage.upkeep().atSilent(later);
  }

  @Test
  void shouldCloseAClientThatIsSilentForTooLongAndNoListener() throws Exception {
    Engine runtime = runtime(2);
    OpenStage stage = runtime.open("work");
    Connection listener = new Connection("listener");
    CountDownLatch accepts = new CountDownLatch(1);
    CountDownLatch accepted = new CountDownLatch(1);
    Work.spawnOn(
        stage,
        listener,
        () -> {
          AttachedThread.currentReader().beforeAccept();
          accepts.countDown();
          await(accepted, "a client");
          return !AttachedThread.currentReader().afterInput(true);
        });
    await(accepts, "the listener");
    Connection silent = new Connection("silent");
    CountDownLatch reads = new CountDownLatch(1);
    Work.spawnOn(
        stage,
        silent,
        () -> {
          reads.countDown();
          return silent.read();
        });
    await(reads, "the silent client");

    look(stage);
    assertThat(silent.closed).as("closed although nothing says when").hasValue(0);
    runtime.change(List.of("cal.idle-timeout=1m"));
    stage.upkeep().atSilent(System.nanoTime());
    eventually(
        "the silent client is closed",
        () -> {
          look(stage);
          return silent.closed.get() > 0;
        });

    eventually("it ends, although it asked for another step", () -> stage.inFlight() == 1);
    assertThat(listener.closed).as("closings of the listener").hasValue(0);
    accepted.countDown();
    assertThat(settled(stage, 2).completed()).isEqualTo(2);
  }

  /** A binding asks the server's buffer, which may be locked by the thread that reads from it. */
  @Test
  void shouldAskTheBindingOnWorkersAlone() throws Exception {
    Engine runtime = runtime(2, "idle-timeout=1m");
    OpenStage stage = runtime.open("work");
    Queue<Thread> strangers = new ConcurrentLinkedQueue<>();
    stage.awaits(
        target -> {
          if (AttachedThread.current() == null) {
            strangers.add(Thread.currentThread());
          }
          return null;
        });
    Connection silent = new Connection("silent");
    Work.spawnOn(stage, silent, silent::read);
    eventually(
        "the silent client is closed",
        () -> {
          look(stage);
          return silent.closed.get() > 0;
        });
    Connection drained = new Connection("drained");
    CountDownLatch reads = new CountDownLatch(1);
    Work.spawnOn(
        stage,
        drained,
        () -> {
          reads.countDown();
          return drained.read();
        });
    await(reads, "the client that a drain finds");
    assertThat(runtime.shutdown()).isEmpty();
    assertThat(strangers).isEmpty();
  }

  @Test
  void shouldServeACallerThatWaitsForThePlaceOfASilentClient() throws Exception {
    OpenStage stage = stage(2, "max-in-flight=2");
    for (int i = 0; i < 2; i++) {
      Connection silent = new Connection("silent " + i);
      Work.spawnOn(stage, silent, silent::read);
    }
    Caller caller =
        Caller.start(
            () -> {
              Work.spawn(stage, () -> false);
              return null;
            });
    eventually(
        "the caller has a place",
        () -> {
          look(stage);
          return !caller.thread().isAlive();
        });
    caller.join();
    eventually("it is served", () -> stage.status().completed() >= 1);
  }

  @Test
  void shouldServeOthersBehindSilentClients() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    OpenStage stage = stage(2);
    for (int i = 0; i < 5; i++) {
      Connection silent = new Connection("silent " + i);
      Work.spawnOn(stage, silent, silent::read);
    }
    requireServed(stage, "what waits behind silent clients is served");
  }

  /** A pool that gets on serves whoever waits, however long that takes. */
  @Test
  void shouldCloseNobodyWhileThreadsComeFree() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(2);
    OpenStage stage = // at which the runtime does not look
        new OpenStage(
            runtime.commons(),
            "work",
            runtime.configuration(),
            runtime.models().named(contract.model(), "in tests"));
    Connection silent = new Connection("silent");
    Work.spawnOn(stage, silent, silent::read);
    Semaphore turns = new Semaphore(0);
    AtomicBoolean over = new AtomicBoolean();
    for (int i = 0; i < 2; i++) {
      Work.spawn(
          stage,
          () -> {
            assertThat(turns.tryAcquire(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return !over.get();
          });
    }
    for (int i = 1; i <= 4; i++) {
      eventually("one waits", () -> stage.status().queued() == 1);
      look(stage);
      turns.release();
      int steps = i;
      eventually("a step ends", () -> stage.status().steps() == steps);
    }
    assertThat(silent.closed).as("closings while threads come free").hasValue(0);
    eventually(
        "it is closed once none does",
        () -> {
          look(stage);
          return silent.closed.get() > 0;
        });
    over.set(true);
    turns.release(2);
    quiescent(stage);
    stage.close();
  }

  /** Starts an activity, and looks at the stage until it has run. */
  private void requireServed(OpenStage stage, String what) {
    CountDownLatch served = new CountDownLatch(1);
    Work.spawn(
        stage,
        () -> {
          served.countDown();
          return false;
        });
    eventually(
        what,
        () -> {
          look(stage);
          return served.getCount() == 0;
        });
  }

  /** One call may read much: it is no silence while bytes come. */
  @Test
  void shouldNotCloseAClientWhoseRequestHasBegunToCome() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(2, "idle-timeout=1m");
    OpenStage stage = runtime.open("work");
    Hold comes = new Hold();
    Connection active = new Connection("active");
    Work.spawnOn(
        stage,
        active,
        () -> {
          AttachedThread.currentReader().beforeInput();
          AttachedThread.currentReader().beforeBytes(null);
          AttachedThread.currentReader().afterBytes();
          AttachedThread.currentReader().beforeBytes(null);
          comes.here();
          return !AttachedThread.currentReader().afterInput(true);
        });
    comes.awaitAll();
    Connection silent = new Connection("silent");
    Work.spawnOn(stage, silent, silent::read);
    requireServed(stage, "what waits behind both is served");
    assertThat(active.closed).as("closings of the active client").hasValue(0);
    comes.release();
    quiescent(stage);
  }

  /** Their threads would be free for nobody. */
  @Test
  void shouldKeepSilentClientsOfAFormerModelWhereAPoolIsFull() throws Exception {
    assumeTrue(contract.bounded(), "the model has a worker for each activity");
    Engine runtime = runtime(1);
    OpenStage stage = runtime.open("work");
    stage.change(new StageChoice(new ThreadsModel(), runtime.configuration()));
    Connection former = new Connection("former");
    CountDownLatch reads = new CountDownLatch(1);
    Work.spawnOn(
        stage,
        former,
        () -> {
          AttachedThread.currentReader().beforeInput();
          AttachedThread.currentReader().beforeBytes(null);
          reads.countDown();
          former.read();
          return false;
        });
    await(reads, "the client of the former model");
    stage.change(
        new StageChoice(
            runtime.models().named(contract.model(), "in tests"), runtime.configuration()));
    Connection silent = new Connection("silent");
    Work.spawnOn(stage, silent, silent::read);
    requireServed(stage, "what waits is served");
    assertThat(former.closed).as("closings of the former model's client").hasValue(0);
    former.close();
    quiescent(stage);
  }
}
