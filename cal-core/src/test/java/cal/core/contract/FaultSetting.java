package cal.core.contract;

import cal.core.internal.activity.StagedActivity.Life;
import cal.core.internal.activity.StepInterceptors;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.AdoptedActivity;
import cal.core.internal.stage.Adoption;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StageStatus;
import cal.core.spi.StepInterceptor;
import cal.core.spi.StepInterceptorProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Three stages under a model: one with room, one that refuses, one whose callers run. */
final class FaultSetting implements AutoCloseable {
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(30);

  final OpenStage work;
  final OpenStage full;
  final OpenStage lent;
  final Adoption adoption;

  /** The failures that the handler was told since the last look. */
  final ConcurrentLinkedQueue<Throwable> told = new ConcurrentLinkedQueue<>();

  /** Its own thread's work is done here. */
  final Adoption own;

  /** The completed activities of each stage, as the rounds have seen them. */
  private final Map<OpenStage, Long> completed = new HashMap<>();

  private final Engine runtime;
  private final CountDownLatch over = new CountDownLatch(1);

  FaultSetting(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    for (String stage : new String[] {"full", "lent"}) {
      all.put("cal.stage." + stage + ".max-in-flight", "1");
    }
    all.put("cal.stage.full.when-full", "reject");
    all.put("cal.stage.lent.when-full", "caller-runs");
    Models models = Models.of(FaultSetting.class.getClassLoader());
    StepInterceptors two = new StepInterceptors(List.of(new Silent(), new Silent()));
    runtime = new Engine(Configuration.of(all), models, two);
    runtime.onFailure((activity, thrown) -> told.add(thrown));
    work = runtime.open("work");
    full = occupied("full");
    lent = occupied("lent");
    adoption = new Adoption(work);
    own = new Adoption(runtime.open("own"));
  }

  private OpenStage occupied(String name) {
    OpenStage stage = runtime.open(name);
    CountDownLatch occupied = new CountDownLatch(1);
    stage.spawn(
        Work.of(
            stage,
            () -> {
              occupied.countDown();
              over.await();
              return false;
            }));
    eventually("the stage is occupied", () -> occupied.getCount() == 0);
    return stage;
  }

  /**
   * The counts that one activity has added in a stage in which nothing else runs.
   *
   * @param captured false if it may not have been captured at all
   */
  Counted counted(OpenStage stage, StageStatus before, boolean captured) {
    int others = stage == work ? 0 : 1;
    eventually("the permit is back", () -> stage.inFlight() == others);
    StageStatus after = stage.status();
    long failed = after.failed() - before.failed();
    long rejected = after.rejected() - before.rejected();
    long ended = failed + rejected;
    long normally = ended == 0 && captured ? 1 : 0;
    long all = completed.merge(stage, normally, Long::sum);
    // A worker that goes takes its count along: for a moment it is there twice.
    eventually("it is counted once", () -> ended <= 1 && stage.status().completed() == all);
    return new Counted(failed, rejected, normally);
  }

  /** Of three numbers one is one, or none. */
  record Counted(long failed, long rejected, long completed) {}

  static void eventually(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > DEADLINE_NANOS) {
        throw new AssertionError("not so in time: " + what);
      }
      Thread.yield();
    }
  }

  /** An adopted thread's work that counts how often it is run. */
  static final class Adopted extends AdoptedActivity {
    final AtomicInteger ran = new AtomicInteger();
    final AtomicInteger unrun = new AtomicInteger();

    Adopted(Adoption by) {
      super(by, null, new Thread("adopted"), Life.AWAITED);
    }

    @Override
    protected void run() {
      ran.incrementAndGet();
    }

    @Override
    protected void notRun() {
      unrun.incrementAndGet();
    }
  }

  /** Goes with every activity, and does nothing. */
  private static final class Silent implements StepInterceptorProvider, StepInterceptor {
    @Override
    public boolean takesPart() {
      return true;
    }

    @Override
    public void opened(Supplier<StageStatus> status) {}

    @Override
    public StepInterceptor intercept(CapturedActivity activity) {
      return this;
    }

    @Override
    public void beforeStep() {}

    @Override
    public void afterStep() {}
  }

  @Override
  public void close() {
    over.countDown();
    List<String> stragglers = runtime.shutdown();
    if (!stragglers.isEmpty()) {
      throw new AssertionError("stragglers: " + stragglers);
    }
  }
}
