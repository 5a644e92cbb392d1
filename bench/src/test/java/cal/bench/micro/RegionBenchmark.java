package cal.bench.micro;

import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/** A critical region under each policy, against the same lock by hand; nanoseconds a call. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class RegionBenchmark {
  private static final int KEYS = 100;

  private final Ledgers.Monitored monitored = new Ledgers.Monitored();
  private final Ledgers.Locked locked = new Ledgers.Locked();
  private final Ledgers.FairLocked fairLocked = new Ledgers.FairLocked();
  private final Ledgers.Shared shared = new Ledgers.Shared();
  private final Ledgers.Optimistic optimistic = new Ledgers.Optimistic();
  private final Ledgers.Counted counted = new Ledgers.Counted();
  private final Ledgers.Keyed keyed = new Ledgers.Keyed();

  private final ReentrantLock lock = new ReentrantLock();
  private final ReentrantReadWriteLock readWriteLock = new ReentrantReadWriteLock();
  private final StampedLock stampedLock = new StampedLock();
  private final Semaphore semaphore = new Semaphore(2);
  private final Object[] stripes = new Object[1024];
  private long left;
  private long right;

  /** For JMH. */
  public RegionBenchmark() {
    Arrays.setAll(stripes, at -> new Object());
  }

  /** The key of a client: each has its own, up to a hundred. */
  @State(Scope.Thread)
  public static class Client {
    private int key;

    /** For JMH. */
    public Client() {}

    /**
     * Chooses the key.
     *
     * @param threads of the benchmark
     */
    @Setup
    public void choose(ThreadParams threads) {
      key = threads.getThreadIndex() % KEYS;
    }
  }

  private Object stripe(int key) {
    return stripes[key & (stripes.length - 1)];
  }

  @Benchmark
  public long synchronizedByHand() {
    synchronized (this) {
      return left + right;
    }
  }

  @Benchmark
  public long monitor(Client client) {
    return monitored.sum(client.key);
  }

  @Benchmark
  public long lockByHand() {
    lock.lock();
    try {
      return left + right;
    } finally {
      lock.unlock();
    }
  }

  @Benchmark
  public long lock(Client client) {
    return locked.sum(client.key);
  }

  @Benchmark
  public long fairLock(Client client) {
    return fairLocked.sum(client.key);
  }

  @Benchmark
  public long readLockByHand() {
    readWriteLock.readLock().lock();
    try {
      return left + right;
    } finally {
      readWriteLock.readLock().unlock();
    }
  }

  @Benchmark
  public long shared(Client client) {
    return shared.sum(client.key);
  }

  @Benchmark
  public long stampByHand() {
    long stamp = stampedLock.tryOptimisticRead();
    long sum = left + right;
    if (stampedLock.validate(stamp)) {
      return sum;
    }
    stamp = stampedLock.readLock();
    try {
      return left + right;
    } finally {
      stampedLock.unlockRead(stamp);
    }
  }

  @Benchmark
  public long optimistic(Client client) {
    return optimistic.sum(client.key);
  }

  @Benchmark
  public long semaphoreByHand() {
    semaphore.acquireUninterruptibly();
    try {
      return left + right;
    } finally {
      semaphore.release();
    }
  }

  @Benchmark
  public long counting(Client client) {
    return counted.sum(client.key);
  }

  @Benchmark
  public long stripeByHand(Client client) {
    synchronized (stripe(client.key)) {
      return left + right;
    }
  }

  @Benchmark
  public long keyed(Client client) {
    return keyed.sum(client.key);
  }

  @Benchmark
  public long workInMonitor(Client client) {
    return monitored.work(client.key);
  }

  @Benchmark
  public long workInLock(Client client) {
    return locked.work(client.key);
  }

  @Benchmark
  public long workByKey(Client client) {
    return keyed.work(client.key);
  }

  @Benchmark
  public long workByStripeByHand(Client client) {
    synchronized (stripe(client.key)) {
      return Ledgers.worked(left + right);
    }
  }

  @Benchmark
  public long workOfReaders(Client client) {
    return shared.work(client.key);
  }

  @Benchmark
  public long workByReadLockByHand() {
    readWriteLock.readLock().lock();
    try {
      return Ledgers.worked(left + right);
    } finally {
      readWriteLock.readLock().unlock();
    }
  }
}
