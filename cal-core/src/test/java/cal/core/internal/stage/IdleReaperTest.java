package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Connection;
import cal.core.contract.LogLines;
import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Stage;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The look at silent clients: whom it closes, in which order, and whom it leaves alone. */
class IdleReaperTest {
  private static final long MINUTES = TimeUnit.MINUTES.toNanos(2);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** The state in which the look's request finds an activity that was left. */
  private enum Found {
    /** It awaits its input still. */
    SILENT,
    /** Its input has come: it is claimed already. */
    READY,
    /** It has run a step meanwhile, and awaits its next input. */
    BACK
  }

  /** Leaves activities after each step; the test says how the look's request finds them. */
  private static final class Leaves implements ConcurrencyModel, ActivityScheduler {
    private final Found found;
    private final CountDownLatch asked = new CountDownLatch(1);
    private OpenStage stage;
    private LeftActivity left;

    Leaves(Found found) {
      this.found = found;
    }

    @Override
    public String name() {
      return "leaves";
    }

    @Override
    public String whenToChoose() {
      return "in tests";
    }

    @Override
    public ActivityScheduler open(Stage opened) {
      stage = (OpenStage) opened;
      return this;
    }

    @Override
    public synchronized void start(CapturedActivity activity) {
      left = null;
      try (AttachedThread worker = stage.attach()) {
        if (worker.run(activity)) {
          left = new LeftActivity(activity, new InetSocketAddress(7), System.nanoTime());
        }
      }
    }

    @Override
    public synchronized Collection<LeftActivity> left() {
      return left == null ? List.of() : List.of(left);
    }

    @Override
    public synchronized void resume(
        Predicate<CapturedActivity> which, Consumer<LeftActivity> claimed) {
      if (left != null && which.test(left.activity())) {
        asked.countDown();
        if (found != Found.READY) {
          long since = left.since() + (found == Found.BACK ? 1 : 0);
          claimed.accept(new LeftActivity(left.activity(), left.awaits(), since));
          start(left.activity());
        }
      }
    }

    @Override
    public List<CapturedActivity> close() {
      return List.of();
    }
  }

  private static int stepsAfterALook(Found found, Connection target) throws Exception {
    Leaves model = new Leaves(found);
    Configuration configuration = Configuration.of(Map.of("cal.idle-timeout", "1m"));
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), "work", configuration, model);
      AtomicInteger steps = new AtomicInteger();
      Work.spawnOn(stage, target, () -> steps.incrementAndGet() < 2);
      stage.upkeep().atSilent(System.nanoTime() + MINUTES);
      ModelFixture.await(model.asked, "the look's request");
      if (found == Found.READY) {
        model.start(model.left().iterator().next().activity());
      }
      ModelFixture.eventually("it ends", () -> stage.inFlight() == 0);
      return steps.get();
    }
  }

  @Test
  void shouldEndAnActivityWhoseClientIsSilent() throws Exception {
    Connection target = new Connection("silent");
    assertThat(stepsAfterALook(Found.SILENT, target)).isEqualTo(1);
    assertThat(target.closed).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Found.class,
      names = {"READY", "BACK"})
  void shouldRunTheStepOfAnActivityWhoseInputHasCome(Found found) throws Exception {
    Connection target = new Connection("asking");
    assertThat(stepsAfterALook(found, target)).isEqualTo(2);
    assertThat(target.closed).as("closed at its end alone").hasValue(1);
  }

  /** Begins to wait for input that never comes, after all that did so before. */
  private static Connection silent(OpenStage stage, String name) {
    Connection silent = new Connection(name);
    int before = waits(stage).size();
    Work.spawnOn(stage, silent, silent::read);
    ModelFixture.eventually(name + " is read", () -> waits(stage).size() > before);
    return silent;
  }

  /** Since when each client is silent that is. */
  private static List<Long> waits(OpenStage stage) {
    List<Long> waits = new ArrayList<>();
    stage
        .attached()
        .forEachRunning(
            (worker, activity) -> {
              InputWait input = activity.input();
              if (input != null && input.silentBefore(System.nanoTime()) != 0) {
                waits.add(input.since());
              }
            });
    return waits;
  }

  private static Thread caller(OpenStage stage) {
    Work call = Work.of(stage, () -> "done");
    Thread caller = Thread.ofPlatform().start(() -> stage.handOffCall(call));
    ModelFixture.eventually("it waits", () -> caller.getState() == Thread.State.WAITING);
    return caller;
  }

  /** Looks as often as is needed to find that nothing has come free for a second. */
  private static void look(OpenStage stage, long now) {
    stage.upkeep().atQueue(now - SECOND);
    stage.upkeep().atQueue(now);
  }

  @Test
  void shouldCloseAsManyAsCallersWaitTheLongestSilentFirst() throws Exception {
    Configuration configuration = Configuration.of(Map.of("cal.max-in-flight", "4"));
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), "work", configuration, new ThreadsModel());
      List<Connection> clients = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        clients.add(silent(stage, "client " + i));
      }
      List<Long> waits = waits(stage).stream().sorted().toList();
      List<Thread> callers = List.of(caller(stage), caller(stage));
      look(stage, waits.get(0) + SECOND - 1);
      assertThat(closings(clients)).as("after less than a second").containsOnly(0);
      look(stage, waits.get(3) + SECOND);
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(closings(clients).subList(2, 4)).as("the shortest silent").containsOnly(0);
      ModelFixture.eventually("the others are closed", () -> stage.inFlight() == 2);
      assertThat(closings(clients).subList(0, 2)).doesNotContain(0);
      for (Connection client : clients) {
        client.close();
      }
    }
  }

  /** A container that was paused, for example: nobody could come free meanwhile. */
  @Test
  void shouldCloseNobodyForTheTimeInWhichTheProcessWasHeld() throws Exception {
    Configuration configuration = Configuration.of(Map.of("cal.max-in-flight", "1"));
    try (Engine runtime = Engine.of(configuration, List.of());
        LogLines log = new LogLines("stage=held")) {
      OpenStage stage = new OpenStage(runtime.commons(), "held", configuration, new ThreadsModel());
      Connection client = silent(stage, "client");
      Thread caller = caller(stage);
      long now = System.nanoTime() + MINUTES;
      stage.upkeep().atQueue(now);
      stage.upkeep().atQueue(now += MINUTES);
      stage.upkeep().atQueue(now += SECOND - 1);
      assertThat(log.lines()).as("words about clients closed for others").isEmpty();
      stage.upkeep().atQueue(now + 1);
      caller.join();
      ModelFixture.eventually("it is closed", () -> client.closed.get() > 0);
      assertThat(log.lines()).hasSize(1);
    }
  }

  /** Those who wait are served in turn, and the client costs them nothing but patience. */
  @Test
  void shouldCloseAClientOnlyOnceNothingComesFree() throws Exception {
    Configuration configuration = Configuration.of(Map.of("cal.max-in-flight", "2"));
    try (Engine runtime = Engine.of(configuration, List.of());
        LogLines log = new LogLines("stage=rooms")) {
      OpenStage stage =
          new OpenStage(runtime.commons(), "rooms", configuration, new ThreadsModel());
      Connection client = silent(stage, "client");
      Semaphore ends = new Semaphore(0);
      Work.Body job = () -> !ends.tryAcquire(MINUTES, TimeUnit.NANOSECONDS);
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        callers.add(Thread.ofPlatform().start(() -> Work.spawn(stage, job)));
      }
      ModelFixture.eventually(
          "all but one wait",
          () ->
              stage.inFlight() == 2
                  && callers.stream()
                          .filter(one -> one.getState() == Thread.State.TIMED_WAITING)
                          .count()
                      == 4);
      long now = System.nanoTime() + MINUTES;
      for (int i = 1; i <= 3; i++) {
        stage.upkeep().atQueue(now += SECOND);
        ends.release();
        int ended = i;
        ModelFixture.eventually(
            "the next has its place",
            () -> stage.status().completed() == ended && stage.status().active() == 2);
      }
      stage.upkeep().atQueue(now += SECOND);
      assertThat(client.closed).as("closings while places come free").hasValue(0);
      assertThat(log.lines()).isEmpty();
      look(stage, now + SECOND);
      ModelFixture.eventually("it is closed", () -> client.closed.get() > 0);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains(
              "no place has come free for a second, and 1 wait",
              "raise cal.stage.rooms.max-in-flight",
              "(listens)");
      ends.release(2);
      ModelFixture.eventually("all end", () -> stage.inFlight() == 0);
    }
  }

  /** Such as threads of an adopted server, whose clients CAL does not know. */
  @Test
  void shouldSayWhereNobodyCanBeClosedOnceUntilNobodyWaits() throws Exception {
    Configuration configuration = Configuration.of(Map.of("cal.max-in-flight", "1"));
    try (Engine runtime = Engine.of(configuration, List.of());
        LogLines log = new LogLines("stage=full")) {
      OpenStage stage = new OpenStage(runtime.commons(), "full", configuration, new ThreadsModel());
      long now = System.nanoTime() + MINUTES;
      for (int round = 1; round <= 2; round++) {
        CountDownLatch end = new CountDownLatch(1);
        Work.spawn(stage, () -> !end.await(MINUTES, TimeUnit.NANOSECONDS));
        Thread caller = caller(stage);
        look(stage, now += MINUTES);
        look(stage, now += MINUTES);
        assertThat(log.lines())
            .hasSize(round)
            .last()
            .asString()
            .contains(
                "no place has come free for a second, and 1 wait, with no idle client that CAL may"
                    + " close; raise cal.stage.full.max-in-flight");
        end.countDown();
        caller.join();
        ModelFixture.eventually("all end", () -> stage.inFlight() == 0);
        stage.upkeep().atQueue(now += SECOND);
      }
    }
  }

  /** Its client has said what it wants to hear, and asks for nothing more: that is no idleness. */
  @Test
  void shouldCloseNoClientThatOnlyListens() throws Exception {
    Configuration configuration =
        Configuration.of(Map.of("cal.max-in-flight", "2", "cal.idle-timeout", "1m"));
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), "work", configuration, new ThreadsModel());
      Connection listener = new Connection("listener");
      Thread[] asked = {null, null};
      stage.listens(
          target -> {
            asked[target == listener ? 0 : 1] = Thread.currentThread();
            return target == listener;
          });
      Work.spawnOn(stage, listener, () -> !listener.read());
      ModelFixture.eventually("it waits", () -> reads(stage) == 1);
      Connection silent = silent(stage, "silent");
      Thread caller = caller(stage);
      long now = System.nanoTime() + MINUTES;
      look(stage, now);
      caller.join();
      ModelFixture.eventually("the other is closed", () -> silent.closed.get() > 0);
      stage.upkeep().atSilent(now);
      assertThat(listener.closed).hasValue(0);
      assertThat(asked).as("on threads of the stage").doesNotContain(null, Thread.currentThread());
      listener.close();
      ModelFixture.eventually("all end", () -> stage.inFlight() == 0);
    }
  }

  private static int reads(OpenStage stage) {
    int[] count = {0};
    stage
        .attached()
        .forEachRunning((worker, activity) -> count[0] += activity.awaitingInput() ? 1 : 0);
    return count[0];
  }

  @Test
  void shouldLeaveAnActivityAloneWhoseClientOnlyListens() throws Exception {
    Leaves model = new Leaves(Found.SILENT);
    Configuration configuration = Configuration.of(Map.of("cal.idle-timeout", "1m"));
    try (Engine runtime = Engine.of(configuration, List.of())) {
      OpenStage stage = new OpenStage(runtime.commons(), "work", configuration, model);
      AtomicInteger steps = new AtomicInteger();
      stage.listens(target -> steps.get() > 0); // since its first step
      Work.spawnOn(stage, new Connection("listener"), () -> steps.incrementAndGet() < 2);
      stage.upkeep().atSilent(System.nanoTime() + MINUTES);
      assertThat(model.asked.getCount()).as("asked for nobody").isEqualTo(1);
      assertThat(model.left()).hasSize(1);
      model.start(model.left().iterator().next().activity());
      assertThat(stage.inFlight()).isZero();
    }
  }

  private static List<Integer> closings(List<Connection> clients) {
    return clients.stream().map(client -> client.closed.get()).toList();
  }
}
