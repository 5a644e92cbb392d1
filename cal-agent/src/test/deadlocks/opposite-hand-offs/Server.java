package app;

/** Stores what it audits, and audits what it stores, each in a stage of its own. */
public class Server {
  public static void main(String[] args) throws Exception {
    Audit audit = new Audit();
    Store store = new Store(audit);
    audit.store = store;
    for (int i = 0; i < 2; i++) {
      new Client(store, audit, i == 0).run();
    }
    End.await(2);
  }
}

class Client {
  private final Store store;
  private final Audit audit;
  private final boolean first;

  Client(Store store, Audit audit, boolean first) {
    this.store = store;
    this.audit = audit;
    this.first = first;
  }

  void run() {
    if (first) {
      store.put();
    } else {
      audit.check();
    }
    End.one();
  }
}

class Store {
  private final Audit audit;

  Store(Audit audit) {
    this.audit = audit;
  }

  void put() {
    End.meet();
    audit.note();
  }

  void read() {}
}

class Audit {
  Store store;

  void check() {
    End.meet();
    store.read();
  }

  void note() {}
}
