package app;

/** Waits for a parcel inside the region through which it comes. */
public class Server {
  public static void main(String[] args) throws Exception {
    Shop shop = new Shop();
    new Client(shop, true).run();
    End.meet();
    new Client(shop, false).run();
    End.await(2);
  }
}

class Client {
  private final Shop shop;
  private final boolean buys;

  Client(Shop shop, boolean buys) {
    this.shop = shop;
    this.buys = buys;
  }

  void run() throws InterruptedException {
    if (buys) {
      shop.buy();
    } else {
      shop.deliver();
    }
    End.one();
  }
}

class Shop {
  private final Box box = new Box();

  void buy() throws InterruptedException {
    End.meet();
    box.await();
  }

  void deliver() {
    box.put();
  }
}

class Box {
  private boolean full;

  void await() throws InterruptedException {
    while (!full) {
      wait();
    }
  }

  void put() {
    full = true;
    notifyAll();
  }
}
