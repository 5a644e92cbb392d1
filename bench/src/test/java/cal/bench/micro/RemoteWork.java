package cal.bench.micro;

import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The work of other machines: a small one, and one of a known length. Stateless. */
final class RemoteWork {
  private RemoteWork() {}

  static BigInteger square(BigInteger number) {
    return number.multiply(number);
  }

  /** Computes for so long that this thread has had a processor for the time. */
  static long compute(int millis) {
    long end =
        ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
            + TimeUnit.MILLISECONDS.toNanos(millis);
    long rounds = 0;
    while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < end) {
      rounds++;
    }
    return rounds;
  }

  /** The small work, as Hazelcast's own executor takes it. */
  static final class Square implements Callable<BigInteger>, Serializable {
    private static final long serialVersionUID = 1L;
    private final BigInteger number;

    Square(BigInteger number) {
      this.number = number;
    }

    @Override
    public BigInteger call() {
      return square(number);
    }
  }
}
