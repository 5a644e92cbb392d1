package classic;

/** Somebody who uses a server; each is an activity. */
interface Worker {
  void work() throws InterruptedException;

  /** Lets each of them work: one after the other, where nobody says otherwise. */
  static void start(Worker... workers) throws InterruptedException {
    for (Worker worker : workers) {
      worker.work();
    }
  }
}
