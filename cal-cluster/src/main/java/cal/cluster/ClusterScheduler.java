package cal.cluster;

import cal.cluster.internal.call.RemoteResult;
import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.Stage;
import cal.core.spi.VirtualThreads;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has the calls of a stage made by the nodes of the cluster. The caller's own thread asks for the
 * answer; where another thread starts the call, as after a change of models, a virtual thread asks.
 * Thread-safe.
 *
 * <p>The room of the stage is the room of all nodes, and changes with the nodes. On a node itself,
 * calls of such stages run in place.
 */
final class ClusterScheduler implements ActivityScheduler {
  private final Stage stage;
  private final VirtualThreads threads;
  private final Duration timeout;
  private final int key;
  private final boolean service;
  private final int localShare;
  private final AtomicInteger local = new AtomicInteger();
  private final KeyOrder order = new KeyOrder();
  private final Set<Deadline> deadlines = ConcurrentHashMap.newKeySet();
  private final Runnable resized;

  /** Null on a node. */
  private final Members members;

  /** Null on a node. */
  private final Delivery delivery;

  /** The last room told to the stage. */
  private volatile int told;

  private volatile boolean closed;

  ClusterScheduler(Stage stage, Members members) {
    this.stage = stage;
    this.members = members;
    this.threads = new VirtualThreads("cal-" + ClusterModel.NAME + "-" + stage.name() + "-starter");
    this.timeout = stage.setting(ClusterSettings.TIMEOUT);
    this.key = stage.setting(ClusterSettings.KEY);
    this.service = stage.setting(ClusterSettings.TARGET) == ClusterSettings.Target.SERVICE;
    this.localShare = key == 0 ? stage.setting(ClusterSettings.LOCAL_SHARE) : 0;
    this.delivery = members == null ? null : delivery(stage, members, threads);
    this.told = room();
    this.resized = this::tell;
    if (members != null) {
      members.onChange(resized);
    }
  }

  private static Delivery delivery(Stage stage, Members members, VirtualThreads threads) {
    return switch (stage.setting(ClusterSettings.DELIVERY)) {
      case AT_MOST_ONCE -> new Delivery.AtMostOnce(members);
      case AT_LEAST_ONCE -> new Delivery.AtLeastOnce(members, threads);
    };
  }

  private void tell() {
    told = room();
    stage.resized();
  }

  /** 1 without a node, so that a call comes in, and fails with a message. */
  private int room() {
    return members == null ? Integer.MAX_VALUE : Math.max(1, members.limit() + localShare);
  }

  @Override
  public int capacity() {
    return room();
  }

  @Override
  public List<MemberStatus> members() {
    return members == null ? List.of() : members.status();
  }

  String name() {
    return stage.name();
  }

  Duration timeout() {
    return timeout;
  }

  Delivery delivery() {
    return delivery;
  }

  String artifact() {
    return members.membership().artifact();
  }

  /** Whether a node makes a call on the node's object. */
  boolean servedByMembers(Method method, Object target) {
    return target != null
        && (service || MemberService.class.isAssignableFrom(method.getDeclaringClass()));
  }

  /**
   * The time of a call, at most the time of the stage.
   *
   * @param since the time of the caller's request, by {@link System#nanoTime}
   */
  Deadline deadline(long since) {
    Deadline deadline = new Deadline(since, timeout, deadlines);
    if (closed) {
      deadline.stop();
    }
    return deadline;
  }

  @Override
  public void start(CapturedActivity activity) {
    if (told != room()) {
      tell(); // a node came or went while the stage was opened
    }
    Runnable work = new Task(stage, activity);
    if (members == null) {
      start(work, () -> {});
    } else if (takeLocal()) {
      start(work, local::decrementAndGet);
    } else {
      ask(activity, work);
    }
  }

  /**
   * Starts a thread.
   *
   * @param end done when the work has ended, or where no thread can be had
   */
  private void start(Runnable work, Runnable end) {
    try {
      threads.start(stage.nextThreadName(), new Ended(work, end));
    } catch (Throwable none) {
      end.run();
      throw none;
    }
  }

  private boolean takeLocal() {
    return local.getAndUpdate(running -> Math.min(localShare, running + 1)) < localShare;
  }

  /**
   * Has a call answered by the cluster. A call that cannot travel is answered as well, by the
   * exception. The call's place in the order of its key ends also at a refusal.
   */
  private void ask(CapturedActivity activity, Runnable work) {
    CapturedActivity.Call call = activity.handedOff();
    if (call == null) {
      throw new ClusterException(
          false,
          "stage " + stage.name() + " has a call that is no method's: it cannot travel",
          null);
    }
    Runnable end = () -> {};
    try {
      KeyOrder.Place place = key == 0 ? null : order.enter(keyOf(call));
      call.answerBy(new RemoteAnswer(this, call, place));
      end = place == null ? end : place::leave;
    } catch (ClusterException stays) {
      call.answerBy(
          () -> {
            throw RemoteAnswer.none(call, stage.name(), stays);
          });
    }
    if (call.waits() == Thread.currentThread()) {
      new Ended(work, end).run();
    } else {
      start(work, end);
    }
  }

  private Object keyOf(CapturedActivity.Call call) {
    Object[] arguments = call.arguments();
    if (key > arguments.length) {
      throw new ClusterException(
          false, Travel.fewArguments(stage.name(), key, String.valueOf(call.method())), null);
    }
    try {
      return KeyOrder.key(arguments[key - 1]);
    } catch (IOException | RuntimeException | StackOverflowError stays) {
      throw new ClusterException(
          false,
          "the argument that is the key of stage "
              + stage.name()
              + " cannot travel: "
              + RemoteResult.text(stays),
          stays);
    }
  }

  /** Work of a thread, and the end, whether or not the call has begun. */
  private record Ended(Runnable work, Runnable end) implements Runnable {
    @Override
    public void run() {
      try {
        work.run();
      } finally {
        end.run();
      }
    }
  }

  /** Ends the waits: each call then has an exception. */
  @Override
  public List<CapturedActivity> close() {
    closed = true;
    if (members != null) {
      members.offChange(resized);
      deadlines.forEach(Deadline::stop);
      delivery.close();
    }
    threads.close();
    return List.of();
  }
}
