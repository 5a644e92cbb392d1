package cal.bench.micro;

/** The same small ledger under each policy of critical regions. */
final class Ledgers {
  private static final int WORK = 2_000;

  private Ledgers() {}

  /** Some microseconds of reading and computing, inside a region. */
  static long worked(long seed) {
    long value = seed;
    for (int i = 0; i < WORK; i++) {
      value = value * 31 + (value >>> 7) + i;
    }
    return value;
  }

  /** Regions of the policy monitor. */
  static final class Monitored {
    private long left;
    private long right;

    long sum(int key) {
      return left + right;
    }

    long work(int key) {
      return worked(left + right);
    }
  }

  /** Regions of the policy lock. */
  static final class Locked {
    private long left;
    private long right;

    long sum(int key) {
      return left + right;
    }

    long work(int key) {
      return worked(left + right);
    }
  }

  /** Regions of the policy fair-lock. */
  static final class FairLocked {
    private long left;
    private long right;

    long sum(int key) {
      return left + right;
    }
  }

  /** Regions of the policy shared, which only read. */
  static final class Shared {
    private long left;
    private long right;

    long sum(int key) {
      return left + right;
    }

    long work(int key) {
      return worked(left + right);
    }
  }

  /** Regions of the policy optimistic, which only read. */
  static final class Optimistic {
    private long left;
    private long right;

    long sum(int key) {
      return left + right;
    }
  }

  /** Regions by their key, under monitor. */
  static final class Keyed {
    private long left;
    private long right;

    long sum(int key) {
      return left + right;
    }

    long work(int key) {
      return worked(left + right);
    }
  }

  /** Regions of the policy counting, by two permits. */
  static final class Counted {
    private long left;
    private long right;

    long sum(int key) {
      return left + right;
    }
  }
}
