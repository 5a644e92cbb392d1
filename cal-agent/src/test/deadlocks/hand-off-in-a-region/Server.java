package app;

/** Counts in a region, which hands off a call that counts as well. */
public class Server {
  public static void main(String[] args) throws Exception {
    Totals totals = new Totals();
    totals.store = new Store(totals);
    new Client(totals).run();
    End.await(1);
  }
}

class Client {
  private final Totals totals;

  Client(Totals totals) {
    this.totals = totals;
  }

  void run() {
    totals.count();
    End.one();
  }
}

class Totals {
  Store store;
  private int stored;

  void count() {
    store.put();
  }

  void stored() {
    stored++;
  }
}

class Store {
  private final Totals totals;

  Store(Totals totals) {
    this.totals = totals;
  }

  void put() {
    totals.stored();
  }
}
