package adopted.executors;

/** Makes and starts threads, which are adopted themselves. */
final class Starter {
  private Starter() {}

  static Thread started(Runnable work) {
    Thread thread = new Thread(work);
    thread.start();
    return thread;
  }

  static Thread startedOfAClassOfItsOwn(Runnable work) {
    Thread thread = new Thread(work) {};
    thread.start();
    return thread;
  }
}
