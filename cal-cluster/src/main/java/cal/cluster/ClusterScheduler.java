package cal.cluster;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.Stage;
import cal.core.spi.VirtualThreads;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has the calls of one stage made by the nodes of the cluster. Each has a virtual thread here,
 * which asks and waits. Thread-safe.
 *
 * <p>The room of the stage is that of all nodes, and changes as they come and go. On a node itself,
 * calls of such stages run where they are.
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
  private final Runnable resized;

  /** Null on a node. */
  private final Members members;

  /** Null on a node. */
  private final Delivery delivery;

  /** The room that the stage was told of last. */
  private volatile int told;

  private volatile boolean closed;

  ClusterScheduler(Stage stage, Members members) {
    this.stage = stage;
    this.members = members;
    this.threads = new VirtualThreads("cal-" + ClusterModel.NAME + "-" + stage.name() + "-starter");
    this.timeout = stage.setting(ClusterSettings.TIMEOUT);
    this.key = stage.setting(ClusterSettings.KEY);
    this.service = stage.setting(ClusterSettings.TARGET) == ClusterSettings.Target.SERVICE;
    this.localShare = stage.setting(ClusterSettings.LOCAL_SHARE);
    this.delivery = members == null ? null : delivery(stage, members);
    this.told = room();
    this.resized = this::tell;
    if (members != null) {
      members.onChange(resized);
    }
  }

  private static Delivery delivery(Stage stage, Members members) {
    return switch (stage.setting(ClusterSettings.DELIVERY)) {
      case AT_MOST_ONCE -> new Delivery.AtMostOnce(members);
      case AT_LEAST_ONCE -> new Delivery.AtLeastOnce(members);
    };
  }

  private void tell() {
    told = room();
    stage.resized();
  }

  /** One where no node runs, so that a call comes in, and says so. */
  private int room() {
    return members == null ? Integer.MAX_VALUE : Math.max(1, members.limit() + localShare);
  }

  @Override
  public int capacity() {
    return room();
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

  /** Whether a node makes a call on an object of its own. */
  boolean servedByMembers(Method method, Object target) {
    return target != null
        && (service || MemberService.class.isAssignableFrom(method.getDeclaringClass()));
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void start(CapturedActivity activity) {
    if (told != room()) {
      tell(); // a node came or went while the stage was opened
    }
    Runnable work = new Task(stage, activity);
    if (members == null) {
      start(work, () -> {});
    } else if (key == 0 && takeLocal()) {
      start(new LocalWork(work, local), local::decrementAndGet);
    } else {
      start(work, ask(activity)::drop);
    }
  }

  /**
   * Starts a thread.
   *
   * @param otherwise done where there is none
   */
  private void start(Runnable work, Runnable otherwise) {
    try {
      threads.start(stage.nextThreadName(), work);
    } catch (Throwable none) {
      otherwise.run();
      throw none;
    }
  }

  private boolean takeLocal() {
    return local.getAndUpdate(running -> Math.min(localShare, running + 1)) < localShare;
  }

  private RemoteAnswer ask(CapturedActivity activity) {
    CapturedActivity.Call call = activity.handedOff();
    if (call == null) {
      throw new ClusterException(
          false,
          "stage " + stage.name() + " has a call that is no method's: it cannot travel",
          null);
    }
    KeyOrder.Place place = key == 0 ? null : order.enter(keyOf(call));
    RemoteAnswer answer = new RemoteAnswer(this, call, place);
    call.answerBy(answer);
    return answer;
  }

  private Object keyOf(CapturedActivity.Call call) {
    Object[] arguments = call.arguments();
    if (key > arguments.length) {
      throw new ClusterException(
          false, Travel.fewArguments(stage.name(), key, call.method().toString()), null);
    }
    try {
      return KeyOrder.key(arguments[key - 1]);
    } catch (IOException stays) {
      throw new ClusterException(
          false,
          "the argument that is the key of stage " + stage.name() + " cannot travel: " + stays,
          stays);
    }
  }

  /** A call that runs here, of the local share. */
  private record LocalWork(Runnable work, AtomicInteger running) implements Runnable {
    @Override
    public void run() {
      try {
        work.run();
      } finally {
        running.decrementAndGet();
      }
    }
  }

  /** Ends the waits: each call then has an exception. */
  @Override
  public List<CapturedActivity> close() {
    closed = true;
    if (members != null) {
      members.offChange(resized);
    }
    stage.workers().forEach(worker -> worker.thread().interrupt());
    threads.close();
    return List.of();
  }
}
