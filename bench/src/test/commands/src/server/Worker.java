package server;

class Worker implements Runnable {
  private final Store store;

  Worker(Store store) {
    this.store = store;
  }

  @Override
  public void run() {
    store.store("work");
  }
}
