package cal.cluster;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** The methods that tests hand off; nodes in the JVM of a test share their latches. */
final class Calls implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Counted down by a call that has begun to wait. */
  static final AtomicReference<CountDownLatch> BEGUN = new AtomicReference<>();

  /** Waited for by such a call. */
  static final AtomicReference<CountDownLatch> GO_ON = new AtomicReference<>();

  /** The values of keyed calls, as they came, by key. */
  static final ConcurrentHashMap<String, List<Integer>> SEEN = new ConcurrentHashMap<>();

  private final int base;

  Calls(int base) {
    this.base = base;
  }

  int plus(int number) {
    return base + number;
  }

  static BigInteger square(BigInteger number) {
    return number.multiply(number);
  }

  static String join(String first, List<Integer> more, long[] numbers, boolean flag) {
    return first + more + numbers.length + flag;
  }

  static void nothing() {}

  /** No binding hands it off. */
  static void secret(String argument) {}

  static String thread() {
    return Thread.currentThread().getName();
  }

  static Object identity(Object value) {
    return value;
  }

  static Object unserializable() {
    return new Object();
  }

  static void fail(String how) throws IOException {
    switch (how) {
      case "checked" -> throw new IOException("checked");
      case "error" -> throw new AssertionError("error");
      case "silent" -> throw new Silent();
      default -> throw new Unserializable();
    }
  }

  /** An exception that has something with it that stays. */
  static final class Unserializable extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    final Object stays = new Object();

    Unserializable() {
      super("stays");
    }
  }

  /** One that cannot travel, nor say so. */
  static final class Silent extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    final Object stays = new Object();

    @Override
    public String getMessage() {
      throw new AssertionError("silent");
    }
  }

  /** An argument that no node can read. */
  static final class Unreadable implements Serializable {
    private static final long serialVersionUID = 1L;
    static final AtomicInteger READ = new AtomicInteger();

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      READ.incrementAndGet();
      throw new ServiceConfigurationError("unreadable");
    }
  }

  /** Waits until the test lets it go on; the name of the thread on which it was. */
  static String hold() throws InterruptedException {
    BEGUN.get().countDown();
    if (!GO_ON.get().await(2, TimeUnit.MINUTES)) {
      throw new AssertionError("nobody lets the call go on");
    }
    return thread();
  }

  /** The same, whoever interrupts it: a node that is stopped does. */
  static String holdOn() {
    BEGUN.get().countDown();
    CountDownLatch goOn = GO_ON.get();
    boolean released = false;
    while (!released) {
      try {
        released = goOn.await(2, TimeUnit.MINUTES);
      } catch (InterruptedException ignored) {
        // Its node has been lost: nobody hears what it returns.
      }
    }
    return thread();
  }

  /** Waits until it is interrupted: nobody waits for it any more. */
  static void forsaken() throws InterruptedException {
    BEGUN.get().countDown();
    try {
      new CountDownLatch(1).await();
    } finally {
      GO_ON.get().countDown();
    }
  }

  /** A target that each member has for itself: it is not serializable. */
  static final class Counter implements MemberService {
    static final Set<Counter> MADE = ConcurrentHashMap.newKeySet();

    Counter() {
      MADE.add(this);
    }

    String count() {
      return thread() + " of " + System.identityHashCode(this);
    }
  }

  /** The same, by a setting. */
  static final class Table {
    Table() {}

    String at(int place) {
      return place + " of " + System.identityHashCode(this);
    }
  }

  static String keyed(String key, int number) {
    SEEN.computeIfAbsent(key, absent -> new CopyOnWriteArrayList<>()).add(number);
    return thread();
  }
}
