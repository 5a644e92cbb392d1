package cal.proactor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import cal.core.internal.stage.ForkedLife;
import cal.proactor.internal.concurrent.Bag;
import cal.proactor.internal.concurrent.BoundedQueue;
import cal.proactor.internal.concurrent.Followers;
import cal.proactor.internal.concurrent.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Parts of an engine, each alone: beside all that an engine does, two threads seldom meet where
 * these can go wrong.
 */
public class EnginePartsStress {
  static {
    ForkedLife.bound();
  }

  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the thread that waits sees the job")
  @State
  public static class AFollowerIsSignalled {
    private final Followers followers = new Followers();
    private volatile int jobs;

    @Actor
    public void await(I_Result result) {
      while (jobs == 0) {
        followers.await(Long.MAX_VALUE, () -> jobs > 0);
      }
      result.r1 = jobs;
    }

    @Actor
    public void signal() {
      jobs = 1;
      followers.signal();
    }
  }

  /** A place is used again. */
  private static BoundedQueue<Integer> queueUsedBefore() {
    BoundedQueue<Integer> queue = new BoundedQueue<>(2);
    for (int i = 0; i < 3; i++) {
      queue.add(i);
      queue.poll();
    }
    return queue;
  }

  /** The result is the sum of what is there. */
  @JCStressTest
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "each is there once")
  @State
  public static class TwoAddToAQueue {
    private final BoundedQueue<Integer> queue = queueUsedBefore();

    @Actor
    public void addOne() {
      queue.add(1);
    }

    @Actor
    public void addTwo() {
      queue.add(2);
    }

    @Arbiter
    public void look(I_Result result) {
      for (Integer left = queue.poll(); left != null; left = queue.poll()) {
        result.r1 += left;
      }
    }
  }

  /** The results are what one thread takes as another adds, and the sum of what is left. */
  @JCStressTest
  @Outcome(
      id = {"0, 3", "1, 2"},
      expect = ACCEPTABLE,
      desc = "each is there once, in order")
  @State
  public static class OneAddsToAQueueAsOneTakes {
    private final BoundedQueue<Integer> queue = queueUsedBefore();

    @Actor
    public void add() {
      queue.add(1);
      queue.add(2);
    }

    @Actor
    public void take(II_Result result) {
      Integer taken = queue.poll();
      result.r1 = taken == null ? 0 : taken;
    }

    @Arbiter
    public void look(II_Result result) {
      for (Integer left = queue.poll(); left != null; left = queue.poll()) {
        result.r2 += left;
      }
    }
  }

  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = ACCEPTABLE,
      desc = "each has one")
  @State
  public static class TwoTakeFromAQueue {
    private final BoundedQueue<Integer> queue = new BoundedQueue<>(2);

    public TwoTakeFromAQueue() {
      queue.add(1);
      queue.add(2);
    }

    @Actor
    public void one(II_Result result) {
      result.r1 = queue.poll();
    }

    @Actor
    public void other(II_Result result) {
      result.r2 = queue.poll();
    }
  }

  /** The results are whether each of the two took the item, and the items that are left. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 1", "0, 1, 1"},
      expect = ACCEPTABLE,
      desc = "one took it")
  @State
  public static class AnItemOfABagIsTakenAsItsPlaceIsUsedAgain {
    private static final Object ITEM = new Object();
    private static final Object OTHER = new Object();
    private final Bag<Object> bag = new Bag<>();
    private final int place = bag.add(ITEM);

    @Actor
    public void remove(III_Result result) {
      result.r1 = bag.remove(place, ITEM) ? 1 : 0;
    }

    @Actor
    public void pollAndAdd(III_Result result) {
      result.r2 = bag.poll() == ITEM ? 1 : 0;
      bag.add(OTHER);
    }

    @Arbiter
    public void look(III_Result result) {
      bag.forEach(item -> result.r3++);
    }
  }

  /**
   * The results are how often it was given back, and whether that was while somebody was within.
   */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the last one out gives it back")
  @State
  public static class AGateIsShutAsItIsEntered {
    private final Gate gate = new Gate();
    private final AtomicInteger givenBack = new AtomicInteger();

    @Actor
    public void enter(II_Result result) {
      if (gate.enter()) {
        result.r2 = givenBack.get();
        if (gate.leave()) {
          givenBack.incrementAndGet();
        }
      }
    }

    @Actor
    public void shut() {
      if (gate.shut()) {
        givenBack.incrementAndGet();
      }
    }

    @Arbiter
    public void look(II_Result result) {
      result.r1 = givenBack.get();
    }
  }

  /** The leader sees the start before it sleeps, or is woken. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the device has had it")
  @State
  public static class TheLeaderLiesDownAsOneStarts {
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(1);

    private final FakeDevice.Provider provider = new FakeDevice.Provider();
    private final AioProcessor processor;
    private final AioOperation operation;

    public TheLeaderLiesDownAsOneStarts() {
      AioConfig config = new AioConfig("fake", AioConfig.Leadership.SHARED);
      try {
        processor = new AioProcessor(new AioDispatcher(10), provider, config, () -> Long.MAX_VALUE);
        provider.device.end(1);
        AioHandle file = processor.own(provider.device.file(Path.of("any"), Set.of()));
        operation = AioOperation.readAt(file, BUFFER, 0, ended -> {});
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      boolean isReady = processor.leadership().acquireLeadership();
      if (!isReady) {
        throw new IllegalStateException();
      }
    }

    @Actor
    public void lead() {
      try {
        processor.handleAioEvents(Long.MAX_VALUE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Actor
    public void start() {
      processor.start(operation);
    }

    @Arbiter
    public void look(I_Result result) {
      result.r1 = operation.state() == AioOperation.State.DEFERRED ? 0 : 1;
    }
  }
}
