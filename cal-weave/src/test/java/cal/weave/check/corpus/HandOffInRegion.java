package cal.weave.check.corpus;

/** A critical region that waits for another stage while it keeps everybody out. */
// --spawn void *..HandOffInRegion.serve(..)
// --hand-off int *..HandOffInRegion.Store.store(..)
// --region void *..HandOffInRegion.count(..)
final class HandOffInRegion {
  private int sum;

  void serve(Store store) {
    store.store(1);
    count(store);
  }

  void count(Store store) {
    sum += stored(store);
  }

  private static int stored(Store store) {
    return store.store(2); // finds 4.1
  }

  int sum() {
    return sum;
  }

  /** Durable. */
  interface Store {
    int store(int value);
  }

  /** Keeps nothing. */
  static final class NoStore implements Store {
    @Override
    public int store(int value) {
      return value;
    }
  }
}
