package cal.weave.check.corpus;

import java.util.ArrayDeque;
import java.util.function.IntSupplier;

/** Shared state in methods that are critical regions, and a hand-off outside them. */
// --spawn void *..GoodRegions.Worker.run(int)
// --hand-off int *..GoodRegions.Store.store(int)
// --region void *..GoodRegions.Totals.*(..)
final class GoodRegions {
  private final Totals totals = new Totals();
  private final Store store = new Store();

  void serve(int[] jobs) {
    for (int job : jobs) {
      new Worker(totals, store).run(job);
    }
  }

  /** One shot. */
  static final class Worker {
    private final Totals totals;
    private final Store store;
    private int answer;

    Worker(Totals totals, Store store) {
      this.totals = totals;
      this.store = store;
    }

    void run(int job) {
      IntSupplier stored = () -> store.store(job);
      answer = stored.getAsInt();
      totals.add(answer);
    }
  }

  /** Handed off; keeps nothing. */
  static final class Store {
    int store(int job) {
      return job + 1;
    }
  }

  /** Shared. */
  static final class Totals {
    private int sum;
    private final ArrayDeque<Integer> last = new ArrayDeque<>();

    void add(int value) {
      sum += value;
      keep(value);
      notifyAll();
    }

    void await(int wanted) throws InterruptedException {
      while (sum < wanted) {
        wait();
      }
    }

    private void keep(int value) {
      last.add(value);
    }
  }
}
